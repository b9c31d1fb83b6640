"""What may be done in Chemicy Magicy: for each verb why not, and what it does."""
