"""Records a game while it is played: what is typed becomes a log, judged step by step and safe on disk."""
