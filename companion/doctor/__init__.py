"""Looking after everything a game needs: facts of this machine, judged one by one."""
