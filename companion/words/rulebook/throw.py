"""The sentences on a throw and on the turn: the rules that always hold."""

from __future__ import annotations

from companion.words.rulebook.sentence import Sentence, Source

GRUND, DECIDED = Source.GRUNDREGEL, Source.DECIDED

MOVES: tuple[Sentence, ...] = (
    Sentence(
        "enter_needs_six",
        GRUND,
        "Aus dem Haus kommt eine Figur nur mit einer Sechs.",
        "A piece leaves the house with a six only.",
    ),
    Sentence(
        "enter",
        GRUND,
        "Mit einer Sechs kommt eine Figur aus dem Haus auf das Startfeld A ihrer Farbe.",
        "With a six a piece goes from the house to the start field A of its colour.",
    ),
    Sentence(
        "start_held",
        GRUND,
        "Solange eine eigene Figur auf A steht, kann keine zweite eingesetzt werden.",
        "As long as an own piece stands on A, no second one can be entered.",
    ),
    Sentence(
        "advance",
        GRUND,
        "Eine Figur zieht genau so viele Felder vor, wie gewürfelt wurde; ein Wurf wird nie auf zwei Figuren verteilt.",
        "A piece goes on by exactly as many fields as were thrown; a throw is never split between two pieces.",
    ),
    Sentence(
        "jump",
        GRUND,
        "Besetzte Felder zählen mit; eigene und fremde Figuren dürfen übersprungen werden.",
        "Occupied fields count, and own and foreign pieces alike may be jumped over.",
    ),
    Sentence(
        "jump_in_goal",
        Source.CLASSIC,
        "Auch im Ziel darf übersprungen werden: Stehen Figuren auf a, b und d, kommt die vierte vom letzten Feld mit einer Drei"
        " auf c.",
        "Pieces may be jumped over in the goal too: with pieces on a, b and d the fourth gets from the last field to c with a"
        " three.",
    ),
    Sentence(
        "own_piece_there",
        GRUND,
        "Ein Zug darf nicht auf einer eigenen Figur enden.",
        "A move may not end on a piece of the own colour.",
    ),
    Sentence(
        "capture",
        GRUND,
        "Wer auf eine fremde Figur trifft, schlägt sie: Sie geht zurück in ihr Haus. Kein Feld der Laufbahn ist davor sicher,"
        " auch kein Startfeld.",
        "Ending on a foreign piece captures it: it goes back to its house. No field of the track is safe, start fields included.",
    ),
    Sentence(
        "goal_ends",
        GRUND,
        "Ins Ziel kommt nur, wer passend würfelt: Über das letzte Zielfeld hinaus geht es nicht.",
        "The goal needs a fitting throw: there is no going past its last field.",
    ),
    Sentence(
        "foreign_goal",
        GRUND,
        "Fremde Zielfelder werden nie betreten.",
        "Foreign goal fields are never entered.",
    ),
)

DUTIES: tuple[Sentence, ...] = (
    Sentence(
        "duty_enter",
        GRUND,
        "Mit einer Sechs muss eine Figur eingesetzt werden, solange noch eine im Haus steht; ein anderer Zug ist dann nicht"
        " erlaubt.",
        "With a six a piece has to be entered as long as one is left in the house; no other move is allowed then.",
    ),
    Sentence(
        "duty_start_six",
        GRUND,
        "Steht bei einer Sechs eine eigene Figur auf A und noch eine im Haus, muss zuerst die auf A mit der Sechs weiterziehen.",
        "If on a six an own piece stands on A and another in the house, the one on A has to go on with the six first.",
    ),
    Sentence(
        "duty_start_six_blocked",
        DECIDED,
        "Kann die Figur auf A mit der Sechs nicht weiter, darf jede andere Figur ziehen, die es kann.",
        "If the piece on A cannot go on with the six, any other piece that can may move.",
    ),
    Sentence(
        "duty_start",
        GRUND,
        "Solange noch eine Figur im Haus steht, muss A geräumt werden: Die Figur auf A zieht, sobald sie kann.",
        "As long as a piece is left in the house, A has to be cleared: the piece on A moves as soon as it can.",
    ),
    Sentence(
        "duty_start_blocked",
        GRUND,
        "Kann die Figur auf A mit diesem Wurf nicht weiter, darf jede andere Figur ziehen, die es kann.",
        "If the piece on A cannot go on with this throw, any other piece that can may move.",
    ),
    Sentence(
        "must_move",
        GRUND,
        "Wer ziehen kann, muss ziehen.",
        "Whoever has a legal move has to make one.",
    ),
    Sentence(
        "no_move",
        GRUND,
        "Ist kein Zug möglich, verfällt der Wurf.",
        "Without a legal move the throw is lost.",
    ),
)

TURN: tuple[Sentence, ...] = (
    Sentence(
        "who_begins",
        GRUND,
        "Der jüngste Spieler beginnt.",
        "The youngest player begins.",
    ),
    Sentence(
        "who_begins_classic",
        Source.CLASSIC,
        "Im älteren Druck beginnt, wer am höchsten würfelt.",
        "In the older print the highest throw begins.",
    ),
    Sentence(
        "six_again",
        GRUND,
        "Nach einer Sechs wird noch einmal gewürfelt, beliebig oft; nur nicht, wenn der Zug die letzte Figur der Farbe ins Ziel"
        " gebracht hat.",
        "After a six the same player throws again, any number of times; only not if the move brought the colour's last piece"
        " into the goal.",
    ),
    Sentence(
        "six_again_no_move",
        DECIDED,
        "Auch nach einer Sechs, mit der kein Zug möglich war, wird noch einmal gewürfelt.",
        "After a six that allowed no move the same player throws again as well.",
    ),
    Sentence(
        "next_player",
        GRUND,
        "Sonst ist im Uhrzeigersinn die nächste Farbe dran, die mitspielt und noch nicht fertig ist.",
        "Otherwise the next colour clockwise is on that is in the game and not yet finished.",
    ),
    Sentence(
        "win",
        GRUND,
        "Wer zuerst alle vier Figuren im Ziel hat, gewinnt. Die anderen dürfen um die Plätze weiterspielen; Schluss ist, wenn"
        " höchstens eine Farbe noch nicht zu Hause ist.",
        "The first colour with all four pieces in the goal wins. The others may play on for the places; the game is over when"
        " at most one colour is not home.",
    ),
)
