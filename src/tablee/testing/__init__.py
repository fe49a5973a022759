"""The suite that runs over every game, ours and plug-ins': play at random and check every step."""

from tablee.testing.checks import Fault
from tablee.testing.walk import Walk, cases

__all__ = ["Fault", "Walk", "cases"]
