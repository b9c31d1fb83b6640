"""Texts become sentences of a language: catalogs, PO files, and what can be wrong with a translation."""
