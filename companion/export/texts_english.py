"""The English words."""

from __future__ import annotations

from companion.export.texts_kinds import ReportTexts, SheetTexts

_SHEET = SheetTexts(
    date="Played",
    board="Board",
    rules="Rules",
    players="Players",
    result="Result",
    unfinished="Not over yet: {turn} is on.",
    key="Signs",
    signs=(
        "4:7-11    with a four from field 7 to field 11, counted from the own start field A",
        "6:H-A     from the house to the start field; a, b, c, d are the goal fields",
        "5:2x7 Re  captured a red piece there",
        "2:-       no move was possible",
        "3:4-7?    a capture was missed; !12-H the piece on field 12 goes home for it, !0 it was let pass",
        "1:Re 5-6  moved a piece of another colour (neutral, partner's, own second colour)",
        "3:        thrown, not moved yet;  #1 all four home, as the first",
    ),
)
_REPORT = ReportTexts(
    title="Mensch ärgere Dich nicht",
    winner="{who} wins",
    winners="{who} win",
    unfinished="Not over yet: {who} is on.",
    no_throw="Nobody has thrown in this game yet.",
    facts="{throws} throws in {turns} turns, {captures} captures, {minutes} minutes",
    board_alt="The board: {position}",
    standing="{who}: {house} in the house, {track} on the way, {goal} home",
    final="How it ended",
    board_turn="How it stands",
    race="The race",
    race_about="How much of the whole way of the four pieces is done. A drop: a piece was captured. "
    "The rings with numbers are the turning points below.",
    race_x="throw",
    race_y="of the way done",
    race_alt="Lines: the way done by each colour over the throws. At the end: {ends}.",
    captures="Who captured whom",
    captures_about="Row: who captures. Column: who goes home.",
    captures_none="Nobody was captured.",
    total="in all",
    captured_most="{who} captured most often: {times} times.",
    die="The die",
    die_about="How often each number came. The line shows what a fair die gives on average.",
    die_alt="Bars: {counts}. A fair die gives {expected} of each on average.",
    die_too_few="{n} throws are too few to say anything about the die.",
    die_fair="These {n} throws fit a fair die: of 100 games with one, {share} stray at least as far.",
    die_odd="These {n} throws are a little unusual, but no proof: with a fair die, too, "
    "about one game in {one_in} strays as far.",
    die_loaded="These {n} throws fit a fair die badly: with one, only about one game in {one_in} strays as far. "
    "The {most} came most often.",
    die_noticed="What so many throws cannot show: only a die that throws {sixes} sixes in 100 instead of 17 "
    "would be noticed in four games out of five.",
    die_inferred="{n} throws were told by nobody; they were worked out from the moves and do not count here.",
    turning="Turning points",
    turning_about="The throws that changed a colour's lead most, measured in turns: the pips it still needs compared with "
    "the others' average, divided by the 4.2 pips that a turn brings on average.",
    turning_none="No throw changed a lead by two turns or more.",
    turning_capture="{mover} throws {throw} and captures {victim}.",
    turning_move="{mover} throws {throw} and moves.",
    turning_penalty="{mover} throws {throw} and has to send a piece back.",
    turning_pass="{mover} throws {throw} and cannot move.",
    turn="Throw {number}",
    lead="{who}: {before}, then {after}.",
    ahead="{turns} turns ahead",
    behind="{turns} turns behind",
    level="level",
    players="The players",
    place="Place",
    throws="Throws",
    sixes="Sixes",
    made="Captures",
    suffered="Captured",
    luck="Luck",
    luck_about="Luck: pips that the throws gave beyond what was to be expected at the same place on average, "
    "if the best move is made each time. Zero means: just as expected.",
    time="Seconds a move",
    corrected="Put right {corrections} times, taken back {takebacks} times; what counts is what held in the end.",
    made_by="From the game {file}. This page needs no internet.",
    joined=" and ",
)
ENGLISH = (_SHEET, _REPORT)
