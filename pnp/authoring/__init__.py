"""For those who make games and translations: samples, checks, texts to translate, the pages of `docs/`."""
