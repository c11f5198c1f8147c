"""What tests share: servers, clients, time that is made up, storage that fails."""
