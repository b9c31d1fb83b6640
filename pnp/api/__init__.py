"""What `import pnp` offers: games, editions, documents, logs, tables. The commands are made of the same calls."""
