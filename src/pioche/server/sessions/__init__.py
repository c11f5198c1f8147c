"""Tables that are awake in this process, and all that goes on around them."""
