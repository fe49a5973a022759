"""Bots: they play any game, through the contract, given views only."""
