"""Books: templates make Markdown of an edition, Markdown becomes pages to print or a page for the screen."""
