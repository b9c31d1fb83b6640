"""What a judgement says in one language: as a verdict for programs, and as lines for people."""
