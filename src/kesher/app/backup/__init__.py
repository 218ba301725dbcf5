"""Backup and restore: the whole store as one file, and back."""
