"""What is cut out: pieces on sheets, boards in tiles, boxes, the score sheet."""
