"""The rule, belief, record and screen of the companion; the package itself holds no logic."""
