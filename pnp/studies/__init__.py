"""Many games at once: simulated, summed up, compared under other rules."""
