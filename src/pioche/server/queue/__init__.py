"""Who waits for something to be computed, and the processes that compute it."""
