loadsgf examples/ko.sgf
10 countlib D5
#? [1]
20 is_legal black E5
#? [1]
