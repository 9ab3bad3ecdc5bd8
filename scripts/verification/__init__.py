"""The parts of scripts/verify."""
