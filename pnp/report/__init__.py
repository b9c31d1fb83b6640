"""Reports on recorded games: two pages to print, or one for the screen."""
