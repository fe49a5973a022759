"""What earlier versions left behind: stores, backups and saved games, which every later one opens."""
