"""What is computed behind play: replays, reviews, studies, compiled rules."""
