"""The German words."""

from __future__ import annotations

from companion.export.texts_kinds import ReportTexts, SheetTexts

_SHEET = SheetTexts(
    date="Gespielt",
    board="Brett",
    rules="Regeln",
    players="Es spielen",
    result="Ergebnis",
    unfinished="Noch nicht zu Ende: {turn} ist dran.",
    key="Zeichen",
    signs=(
        "4:7-11    mit einer Vier vom 7. auf das 11. Feld, gezählt vom eigenen Startfeld A",
        "6:H-A     aus dem Haus auf das Startfeld; a, b, c, d sind die Zielfelder",
        "5:2x7 Ro  dort eine rote Figur geschlagen",
        "2:-       kein Zug möglich",
        "3:4-7?    das Schlagen versäumt; !12-H die Figur auf Feld 12 geht dafür ins Haus, !0 es wurde erlassen",
        "1:Ro 5-6  eine Figur einer anderen Farbe gezogen (neutral, Partner, eigene zweite Farbe)",
        "3:        gewürfelt, noch nicht gezogen;  #1 alle vier im Ziel, als Erste",
    ),
)
_REPORT = ReportTexts(
    title="Mensch ärgere Dich nicht",
    winner="{who} gewinnt",
    winners="{who} gewinnen",
    unfinished="Noch nicht zu Ende: {who} ist dran.",
    no_throw="In diesem Spiel wurde noch nicht gewürfelt.",
    facts="{throws} Würfe in {turns} Zügen, {captures} Mal geschlagen, {minutes} Minuten",
    board_alt="Das Brett: {position}",
    standing="{who}: {house} im Haus, {track} unterwegs, {goal} im Ziel",
    final="So stand es am Ende",
    board_turn="So steht es jetzt",
    race="Das Rennen",
    race_about="Wie viel vom ganzen Weg aller vier Figuren geschafft ist. Ein Sturz: Eine Figur wurde geschlagen. "
    "Die Ringe mit Zahlen sind die Wendepunkte unten.",
    race_x="Wurf",
    race_y="vom Weg geschafft",
    race_alt="Linien: geschaffter Weg jeder Farbe über die Würfe. Am Ende: {ends}.",
    captures="Wer wen geschlagen hat",
    captures_about="Zeile: wer schlägt. Spalte: wer nach Hause geht.",
    captures_none="Niemand wurde geschlagen.",
    total="zusammen",
    captured_most="{who} hat am häufigsten geschlagen: {times} Mal.",
    die="Der Würfel",
    die_about="Wie oft jede Zahl kam. Die Linie zeigt, was ein gerechter Würfel im Mittel bringt.",
    die_alt="Balken: {counts}. Ein gerechter Würfel bringt von jeder Zahl im Mittel {expected}.",
    die_too_few="{n} Würfe sind zu wenige, um über den Würfel etwas zu sagen.",
    die_fair="Diese {n} Würfe passen zu einem gerechten Würfel: Von 100 Spielen mit ihm weichen {share} mindestens so weit ab.",
    die_odd="Diese {n} Würfe sind etwas ungewöhnlich, aber kein Beweis: "
    "Auch mit einem gerechten Würfel weicht etwa jedes {one_in}. Spiel so weit ab.",
    die_loaded="Diese {n} Würfe passen schlecht zu einem gerechten Würfel: "
    "Mit ihm weicht nur etwa jedes {one_in}. Spiel so weit ab. Am häufigsten kam die {most}.",
    die_noticed="Was so viele Würfe nicht zeigen: Erst einen Würfel, der {sixes} Sechsen auf 100 Würfe bringt statt 17, "
    "würde man in vier von fünf Spielen bemerken.",
    die_inferred="{n} Würfe hat niemand gesagt; sie sind aus den Zügen erschlossen und zählen hier nicht mit.",
    turning="Wendepunkte",
    turning_about="Die Würfe, die den Vorsprung einer Farbe am stärksten geändert haben, gemessen in Runden: "
    "Augen, die ihr im Vergleich zum Mittel der anderen noch fehlen, geteilt durch die 4,2 Augen, "
    "die eine Runde im Mittel bringt.",
    turning_none="Kein Wurf hat den Vorsprung um zwei Runden oder mehr geändert.",
    turning_capture="{mover} würfelt {throw} und schlägt {victim}.",
    turning_move="{mover} würfelt {throw} und zieht.",
    turning_penalty="{mover} würfelt {throw} und muss eine Figur zurückstellen.",
    turning_pass="{mover} würfelt {throw} und kann nicht ziehen.",
    turn="Wurf {number}",
    lead="{who}: {before}, danach {after}.",
    ahead="{turns} Runden voraus",
    behind="{turns} Runden zurück",
    level="gleichauf",
    players="Die Spieler",
    place="Platz",
    throws="Würfe",
    sixes="Sechsen",
    made="geschlagen",
    suffered="verloren",
    luck="Glück",
    luck_about="Glück: Augen, die die Würfe mehr gebracht haben, als an derselben Stelle im Mittel zu erwarten war, "
    "wenn jedes Mal der beste Zug gemacht wird. Null heißt: genau wie erwartet.",
    time="Sekunden je Zug",
    corrected="{corrections} Mal wurde etwas berichtigt, {takebacks} Mal etwas zurückgenommen; gezählt ist, was am Ende galt.",
    made_by="Aus der Partie {file}. Diese Seite braucht kein Internet.",
    joined=" und ",
    decimal=",",
)
GERMAN = (_SHEET, _REPORT)
