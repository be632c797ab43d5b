"""What stands on the board: evidence of one picture weighed against what the game allows next.

The position before is known and so is the throw, so only a handful of positions can come next. The belief weighs how well each
explains the picture, beside everything one piece could have done wrong and a free reading of the board.
"""
