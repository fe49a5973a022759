"""The lab: many games at once, and what they say about bots and rules."""
