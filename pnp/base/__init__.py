"""What everything else stands on: texts, complaints, files read and written safely, what is kept between runs."""
