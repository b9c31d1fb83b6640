"""What may be done in Alchemicus: for each verb why not, and what it does. Modules follow the rulebook."""
