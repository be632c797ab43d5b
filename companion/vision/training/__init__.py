"""Making the small learned reader (`make train`); nothing here is needed to use it."""
