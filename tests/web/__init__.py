"""Tests of the pages in a real browser, against a real server. Run by themselves: see the Makefile."""
