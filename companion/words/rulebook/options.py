"""The sentences on what players do differently: options and seats."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.rulebook.sentence import Sentence, Source

GRUND, EXTRA, PAIRS, DECIDED = Source.GRUNDREGEL, Source.EXTRA, Source.PAIRS, Source.DECIDED

OPTIONS: Mapping[str, tuple[Sentence, ...]] = {
    "setup": (
        Sentence(
            "setup_one",
            GRUND,
            "Zu Beginn steht eine Figur auf A, drei stehen im Haus.",
            "At the beginning one piece stands on A and three in the house.",
            "one_on_start",
        ),
        Sentence(
            "setup_all",
            Source.ENCYCLOPEDIA,
            "Zu Beginn stehen alle vier Figuren im Haus.",
            "At the beginning all four pieces stand in the house.",
            "all_in_house",
        ),
        Sentence(
            "setup_one_home",
            DECIDED,
            "Unser Kinderspiel: Eine Figur steht zu Beginn schon auf dem letzten Zielfeld, eine auf A, zwei stehen im Haus."
            " Drei Figuren sind heimzubringen.",
            "Our children's game: at the beginning one piece already stands on the last goal field, one on A, two in the house."
            " Three pieces are to be brought home.",
            "one_home",
        ),
    ),
    "throws": (
        Sentence(
            "throws_one",
            GRUND,
            "Jeder würfelt einmal, wenn er dran ist.",
            "Everybody throws once when on.",
            "1",
        ),
        Sentence(
            "throws_three",
            EXTRA,
            "Wer eine Figur im Haus, keine auf der Laufbahn und keine im Ziel hat, die noch vorrücken könnte, darf dreimal"
            " würfeln. Eine Sechs beendet die Versuche und gilt wie jede Sechs.",
            "Whoever has a piece in the house, none on the track and none in the goal that could still advance may throw three"
            " times. A six ends the tries and is a six like any other.",
            "3",
        ),
        Sentence(
            "throws_six_stuck",
            EXTRA,
            "Ob dreimal gewürfelt wird, entscheidet sich zu Beginn des Zuges und nach jeder Sechs neu; eine Sechs, mit der"
            " niemand herauskann, gibt drei neue Versuche.",
            "Whether there are three tries is judged when the turn begins and again after each six; a six that cannot enter"
            " gives three new tries.",
        ),
        Sentence(
            "throws_three_read",
            DECIDED,
            "Die Enzyklopädie verlangt „keine Figur auf dem Feld“; wir lesen das ebenso: Figuren im Ziel, die nicht mehr"
            " vorrücken können, zählen nicht.",
            "The encyclopedia asks for “no piece on the board at all”; we read that the same way: pieces in the goal that"
            " cannot advance any more do not count.",
        ),
    ),
    "capture": (
        Sentence(
            "capture_optional",
            GRUND,
            "Niemand muss schlagen.",
            "Nobody has to capture.",
            "optional",
        ),
        Sentence(
            "compulsory",
            EXTRA,
            "Es ist Schlagzwang: Wer mit einem Zug schlagen kann, der nach den Pflichten erlaubt ist, muss schlagen.",
            "Captures are compulsory: whoever can capture by a move that the duties allow has to capture.",
            "compulsory",
        ),
    ),
    "missed_capture": (
        Sentence(
            "missed_return",
            EXTRA,
            "Wer nicht schlägt, obwohl er müsste, stellt die Figur, die hätte schlagen können, in ihr Haus; waren es mehrere,"
            " sucht er eine aus.",
            "Whoever should have captured and did not puts the piece that could have into its house; if several could, its"
            " owner picks one.",
            "return_capturer",
        ),
        Sentence(
            "missed_return_house",
            DECIDED,
            "Eine Figur, die noch im Haus steht, kann dafür nur gewählt werden, wenn sie die einzige ist; dann geschieht nichts.",
            "A piece that never left the house can be picked for that only if it is the only one; then nothing happens.",
        ),
        Sentence(
            "missed_huff",
            Source.ENCYCLOPEDIA,
            "Wird ein Schlag versäumt, dürfen die Gegner „pusten“: eine Figur ihrer Wahl von der Laufbahn ins Haus schicken,"
            " oder es lassen.",
            "For a capture that was missed the opponents may “huff”: send one piece of their choice on the track home, or let"
            " it pass.",
            "huff_any",
        ),
        Sentence(
            "missed_none",
            EXTRA,
            "Wo ein Schlag möglich ist, ist jeder andere Zug ungültig und wird zurückgenommen.",
            "Where a capture is possible any other move does not count and is taken back.",
            "none",
        ),
        Sentence(
            "missed_turn",
            EXTRA,
            "Danach geht es weiter wie nach jedem Zug; wer dran ist, wird beurteilt, wenn die Figur im Haus steht.",
            "The turn then goes on as after any move, judged after the piece has gone home.",
        ),
    ),
    "capture_first": (
        Sentence(
            "duties_first",
            DECIDED,
            "Die Pflichten gehen vor dem Schlagen; denn nach der Enzyklopädie muss die Sechs einsetzen, auch wenn ein anderer"
            " Zug besser wäre.",
            "The duties go before captures; for the encyclopedia says the six must enter even where another move would be"
            " better.",
            "false",
        ),
        Sentence(
            "capture_first",
            EXTRA,
            "Bei Schlagzwang geht das Schlagen vor den Pflichten, eine Figur einzusetzen und A zu räumen.",
            "Where captures are compulsory, capturing goes before the duties to enter a piece and to clear A.",
            "true",
        ),
        Sentence(
            "capture_first_missed",
            EXTRA,
            "Ein Zug, den die Pflichten erlauben und der nicht schlägt, ist dann ein versäumter Schlag;"
            " jeder andere ist ungültig.",
            "A move that the duties allow and that does not capture is then a missed capture; any other is not legal.",
        ),
    ),
    "jump_in_goal": (
        Sentence(
            "may_jump_in_goal",
            GRUND,
            "Im Ziel darf übersprungen werden wie auf der Laufbahn.",
            "In the goal pieces may be jumped over as on the track.",
            "true",
        ),
        Sentence(
            "no_jump_in_goal",
            EXTRA,
            "Auf den Zielfeldern werden eigene Figuren nicht übersprungen.",
            "Own pieces on goal fields are not jumped over.",
            "false",
        ),
    ),
    "backward_capture": (
        Sentence(
            "only_forward",
            GRUND,
            "Es geht nur vorwärts.",
            "Pieces only go forward.",
            "false",
        ),
        Sentence(
            "backward_capture",
            EXTRA,
            "Eine Figur auf der Laufbahn darf um genau den Wurf zurückgehen, wenn sie dort schlägt; nie auf oder über das"
            " eigene A und nie aus dem Ziel.",
            "A piece on the track may go back by exactly the throw if it captures there; never onto or over its own A, never"
            " out of the goal.",
            "true",
        ),
    ),
    "barriers": (
        Sentence(
            "no_barriers",
            GRUND,
            "Auf einem Feld steht nie mehr als eine Figur.",
            "No field ever holds more than one piece.",
            "false",
        ),
        Sentence(
            "barrier_share",
            EXTRA,
            "Zwei Figuren einer Farbe dürfen auf einem Feld der Laufbahn stehen, nie drei und nie im Ziel.",
            "Two pieces of one colour may share a field of the track, never three and never in the goal.",
            "true",
        ),
        Sentence(
            "barrier_blocks",
            EXTRA,
            "Zwei Figuren auf einem Feld sind eine Sperre: Niemand überspringt oder schlägt sie oder endet auf ihr, auch ihr"
            " Besitzer nicht, vorwärts wie rückwärts; auch das Einsetzen sperrt sie.",
            "Two pieces on one field are a barrier: nobody jumps over it, captures it or ends on it, its owner included,"
            " forwards or backwards; it blocks entering too.",
        ),
        Sentence(
            "barrier_on_start",
            DECIDED,
            "Die Pflichten bleiben; kann eine eigene Figur auf A mit der Sechs nicht weiter, darf, und muss dann, eine zweite"
            " zu ihr eingesetzt werden.",
            "The duties stay; if an own piece on A cannot leave with the six, a second one may, and then must, be entered"
            " beside it.",
        ),
    ),
    "partners": (
        Sentence(
            "no_partners",
            GRUND,
            "Jeder spielt für sich.",
            "Everybody plays for themselves.",
            "false",
        ),
        Sentence(
            "partners_play",
            PAIRS,
            "Gegenüberliegende Farben spielen zusammen, und das Paar, dessen acht Figuren zuerst im Ziel stehen, gewinnt. Dazu"
            " spielen alle gegenüberliegenden Farben mit, und keine ist neutral.",
            "Opposite colours play together, and the pair whose eight pieces are home first wins. Every opposite colour has to"
            " be in the game, and none is neutral.",
            "true",
        ),
        Sentence(
            "partners_spare",
            PAIRS,
            "Partner schlagen einander nie.",
            "Partners never capture each other.",
        ),
        Sentence(
            "wall",
            PAIRS,
            "Zwei Figuren des Paares auf einem Feld der Laufbahn bilden eine Mauer, die niemand überspringt.",
            "Two pieces of the pair on one field of the track form a wall that nobody jumps over.",
        ),
        Sentence(
            "wall_like_barrier",
            DECIDED,
            "Auf einer Mauer endet auch kein Zug, und sie wird nicht geschlagen, wie eine Sperre; wer auf eine einzelne Figur"
            " des Partners einsetzt, bildet eine Mauer.",
            "No move ends on a wall either, nor is it captured, as with a barrier; entering onto a partner's single piece forms"
            " one.",
        ),
    ),
    "help_partner": (
        Sentence(
            "help_partner",
            DECIDED,
            "Wessen vier Figuren im Ziel stehen, der zieht mit seinen Würfen die Figuren des Partners weiter; ob dreimal"
            " gewürfelt wird, entscheidet dann dessen Farbe.",
            "Whoever has all four pieces home plays on with the partner's pieces on their own throws; three tries are then"
            " judged on the partner's colour.",
            "true",
        ),
        Sentence(
            "no_help_partner",
            DECIDED,
            "Wessen vier Figuren im Ziel stehen, der wird übergangen.",
            "Whoever has all four pieces home is skipped.",
            "false",
        ),
    ),
    "two_player_win": (
        Sentence(
            "two_win_all",
            DECIDED,
            "Spielen zwei mit je zwei Farben, gewinnt, wessen acht Figuren zuerst im Ziel stehen; damit ist das Spiel zu Ende.",
            "With two players of two colours each, the one whose eight pieces are home first wins, and the game is over.",
            "all",
        ),
        Sentence(
            "two_win_first",
            DECIDED,
            "Spielen zwei mit je zwei Farben, ist das Spiel mit der ersten fertigen Farbe zu Ende.",
            "With two players of two colours each, the game is over at the first finished colour.",
            "first",
        ),
    ),
}

SEATS: tuple[Sentence, ...] = (
    Sentence(
        "seats_each",
        GRUND,
        "Zu dritt bis zu sechst hat jeder eine Farbe, auf dem Brett für sechs spielen beliebige Farben mit; zu dritt nimmt man"
        " dort jede zweite.",
        "From three to six everybody has one colour, on the six-player board any of the colours; three players take every"
        " second one there.",
    ),
    Sentence(
        "seats_two",
        EXTRA,
        "Zu zweit hat jeder zwei gegenüberliegende Farben. Jede wird für sich gespielt, in der Reihenfolge des Brettes; man"
        " darf auch die eigene andere Farbe schlagen.",
        "Two players have two opposite colours each. Each colour is played for itself, in board order; one may capture one's"
        " own other colour.",
    ),
    Sentence(
        "seats_three",
        EXTRA,
        "Zu dritt auf dem Brett für vier fehlt die vierte Farbe, oder sie ist neutral.",
        "With three on the four-player board the fourth colour is left out, or it is neutral.",
    ),
    Sentence(
        "seats_three_board",
        EXTRA,
        "Für drei Spieler empfiehlt die Anleitung das Brett für sechs.",
        "For three players the instructions advise the six-player board.",
    ),
    Sentence(
        "neutral_moves",
        EXTRA,
        "Wer dran ist, zieht eine eigene oder eine neutrale Figur; die Pflichten gelten für jede der beiden Farben für sich,"
        " der Schlagzwang über beide zusammen.",
        "Who is on moves an own or a neutral piece; the duties are judged for each of the two colours by itself, compulsory"
        " captures over both together.",
    ),
    Sentence(
        "neutral_home",
        EXTRA,
        "Wessen vier Figuren im Ziel stehen, der bleibt dran und zieht neutrale Figuren.",
        "A player whose four pieces are home stays on and moves neutral pieces.",
    ),
    Sentence(
        "neutral_throws",
        EXTRA,
        "Dreimal gewürfelt wird nur, wenn die eigene und die neutrale Farbe beide die Bedingung erfüllen.",
        "There are three tries only if the own and the neutral colour both fulfil the condition.",
    ),
    Sentence(
        "neutral_captures",
        DECIDED,
        "Eine neutrale Figur schlägt wie jede andere, auch die eigenen Figuren dessen, der sie zieht.",
        "A neutral piece captures like any other, the mover's own pieces too.",
    ),
    Sentence(
        "neutral_win",
        EXTRA,
        "Gewinnen kann man erst, wenn auch die vier neutralen Figuren im Ziel stehen. Sind bis dahin mehrere fertig, gewinnt,"
        " wer die letzte neutrale Figur hineingebracht hat.",
        "One wins only once the four neutral pieces are home too. If several players are home by then, the one who brought in"
        " the last neutral piece wins.",
    ),
    Sentence(
        "neutral_win_other",
        DECIDED,
        "Ist, wer die letzte neutrale Figur hineinbringt, selbst noch nicht fertig, gewinnt, wer es zuerst war.",
        "If the one who brings in the last neutral piece is not home himself, the first who was wins.",
    ),
)
