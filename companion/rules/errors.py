"""The one error of the rules."""


class RulesError(ValueError):
    """A game, position, move or text that the rules cannot use; the message is one sentence: key, value, what was expected."""
