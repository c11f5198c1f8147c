"""What the lab says, in French and English."""

from __future__ import annotations

from typing import Any

from pioche.table.catalogue import Catalogue, say

FR: dict[str, str] = {
    "lab.players": "« {text} » n'est pas un nombre de joueurs : on attend 4, 2-5 ou 2,4.",
    "lab.twice": "« {name} » est donné deux fois ; plusieurs valeurs s'écrivent {name}=a,b ou, de a à b, {name}=a..b.",
    "lab.sweep": "« {text} » n'est pas une suite de valeurs : on attend 20..100 ou, de dix en dix, 20..100:10.",
    "lab.too_many": "Cela fait {count} réglages ; une étude en compare {most} au plus.",
    "lab.unknown": (
        "« {name} » n'est ni une option ni une carte de {title} ; les options sont : {options} ; une carte s'écrit "
        "comme {card}, plusieurs comme *1 ou [RG]?."
    ),
    "lab.count": "Le nombre de cartes « {name} » ne peut pas être « {value} » : on attend un nombre entier.",
    "lab.copies": "Il ne peut pas y avoir {count} cartes {card} : la boîte en contient {most} ; on peut en ôter.",
    "lab.few_cards": "Il ne reste que {left}, moins de la moitié du paquet : laissez-en davantage.",
    "lab.deck": "{title} ne peut pas se distribuer avec {deck} : ces cartes sont nécessaires au jeu.",
    "lab.thinking": "Le robot « {bot} » ne connaît que le paquet habituel ; avec un autre jouent : {known}.",
    "lab.missing": "{what} n'est pas installé : pip install 'pioche[lab]' l'installe.",
    "lab.store": (
        "Les parties ne peuvent pas être gardées dans {folder} : {why} ; la variable XDG_CACHE_HOME choisit un autre "
        "dossier."
    ),
    "lab.out": "« {path} » n'est pas un fichier de données : on attend un nom en .parquet ou .json.",
    "lab.stopped": "Arrêté après {games} ; la même commande reprend où l'on s'est arrêté.",
    "lab.written": "Rapport écrit : {path}",
    "report.title": "{title} au banc d'essai",
    "report.lead": (
        "{games} par {bots}, graine {seed}. Chaque réglage est joué sur les mêmes donnes ; les "
        "intervalles sont à 95 %."
    ),
    "report.stopped": "L'étude a été arrêtée après {seconds} s de calcul : le rapport est de ce qui a été joué.",
    "lab.no_time": "En {seconds} s de calcul aucun réglage n'a été joué en entier ; demandez moins de parties.",
    "report.partial": "Étude interrompue : voici ce qui a été joué.",
    "report.setting": "Réglage", "report.usual": "habituel", "report.players": "{players} joueurs",
    "report.compared": "Ce qui change",
    "report.instead": "{new} au lieu de {old}", "report.change": "{what}, {players} joueurs : {changes}.",
    "report.shorter": "{share} plus court (± {reach})", "report.longer": "{share} plus long (± {reach})",
    "report.as_long": "aussi long (à {reach} près)",
    "report.first": "premier siège {points} points ± {reach}",
    "report.skill_change": "le meilleur finit devant : {points} points de pourcentage ± {reach}",
    "report.figures": "Les chiffres", "report.curves": "Les courbes", "report.measure": "Mesure",
    "report.length": "Longueur des parties", "report.scores": "Scores à la fin",
    "report.first_seat": "Avantage du premier siège", "report.decision": "Quand la partie se décide",
    "report.skill": "Ce que vaut l'habileté",
    "report.skill_lead": (
        "{games} parties entre niveaux, chacun à chaque siège sur les mêmes donnes : ce que gagne un siège, et la "
        "chance que le meilleur finisse devant. À égalité un siège gagnerait {even}."
    ),
    "report.ahead": "{better} finit devant {worse} : {chance}",
    "report.cards": "Comment chaque carte réussit",
    "report.cards_lead": (
        "La part de victoires de qui a la carte devant soi à son tour (et de qui la joue). Un siège quelconque gagne "
        "{even}. Ce n'est pas ce que vaut la carte : qui mène peut aussi en garder davantage."
    ),
    "report.card": "Carte", "report.held": "Tenue", "report.played": "Jouée",
    "report.rules": "Les règles qui sont entrées en jeu",
    "report.rules_lead": (
        "Sur {followed} pas à pas : la part des parties où la règle a agi (là où le programme la cite "
        "le plus rarement), combien de fois par partie, et la part des coups où elle interdisait quelque chose."
    ),
    "report.rule": "Règle", "report.rule_text": "Ce qu'elle dit", "report.in_games": "Parties",
    "report.times": "Par partie", "report.forbids": "Interdit",
    "report.events": "Ce qui arrive dans une partie", "report.event": "Événement",
    "report.share": "Part", "report.count": "Parties", "report.seats": "Sièges", "report.percent": "{number} %",
    "report.bot": "Robot", "report.wins": "Victoires par siège", "report.of_turns": "Part des tours joués",
    "report.points": "Points", "report.even": "à égalité",
    "report.methods": "Comment lire ce rapport",
    "report.method": (
        "Un tour est ce que fait un siège jusqu'à ce qu'un autre joue ; les réactions ne comptent pas. Les minutes "
        "sont une estimation : 4 s par coup, et 3 s chaque fois que le choix double ; ceux qui choisissent en même "
        "temps comptent pour un. On mène quand on a le plus de points (le moins, si c'est ce qui gagne) entre "
        "deux tours ; la partie est décidée quand ceux qui gagneront mènent pour de bon. Une donne compte pour une "
        "observation, si souvent qu'elle soit jouée ; deux réglages se comparent donne par donne."
    ),
    "report.command": "La même étude",
    "measure.turns": "Tours", "measure.minutes": "Minutes (estimées)", "measure.score": "Points par siège",
    "measure.winning_score": "Points de qui gagne", "measure.spread": "Écart du premier au dernier",
    "measure.first_seat": "Premier siège : victoires en plus", "measure.first_points": "Premier siège : points en plus",
    "measure.lead_changes": "Changements de meneur", "measure.decided": "Décidée après (part des tours)",
    "measure.late": "Décidées dans le dernier dixième", "measure.forced": "Coups forcés",
    "measure.decisions": "Vraies décisions par siège", "measure.reactions": "Réactions",
    "measure.draws": "Victoires partagées", "measure.stalls": "Blocages", "measure.skill": "Le meilleur finit devant",
}  # fmt: skip

EN: dict[str, str] = {
    "lab.players": "“{text}” is no number of players: expected 4, 2-5 or 2,4.",
    "lab.twice": "“{name}” is given twice; several values are written {name}=a,b or, from a to b, {name}=a..b.",
    "lab.sweep": "“{text}” is no sweep: expected 20..100 or, by tens, 20..100:10.",
    "lab.too_many": "These are {count} settings; a study compares {most} at most.",
    "lab.unknown": (
        "“{name}” is neither an option nor a card of {title}; the options are: {options}; a card is written like "
        "{card}, several like *1 or [RG]?."
    ),
    "lab.count": "The number of cards “{name}” can't be “{value}”: expected a whole number.",
    "lab.copies": "There can't be {count} cards {card}: the box has {most}; some may be left out.",
    "lab.few_cards": "This leaves only {left}, less than half of the deck: leave more of them in.",
    "lab.deck": "{title} can't be dealt with {deck}: the game needs these cards.",
    "lab.thinking": "The bot “{bot}” knows only the usual deck; with another one play: {known}.",
    "lab.missing": "{what} is not installed: pip install 'pioche[lab]' installs it.",
    "lab.store": "Games can't be kept in {folder}: {why}; the variable XDG_CACHE_HOME chooses another folder.",
    "lab.out": "“{path}” is no file for data: expected a name that ends in .parquet or .json.",
    "lab.stopped": "Stopped after {games}; the same command goes on from there.",
    "lab.written": "Report written: {path}",
    "report.title": "{title} on the test bench",
    "report.lead": (
        "{games} by {bots}, seed {seed}. Every setting is played on the same deals; intervals are 95 %."
    ),
    "report.stopped": "The study was stopped after {seconds} s of computing: the report is of what was played.",
    "lab.no_time": "In {seconds} s of computing not a single setting was played; ask for fewer games.",
    "report.partial": "The study was stopped: this is what was played.",
    "report.setting": "Setting", "report.usual": "usual", "report.players": "{players} players",
    "report.compared": "What changes",
    "report.instead": "{new} instead of {old}", "report.change": "{what}, {players} players: {changes}.",
    "report.shorter": "{share} shorter (± {reach})", "report.longer": "{share} longer (± {reach})",
    "report.as_long": "as long (within {reach})",
    "report.first": "first seat {points} points ± {reach}",
    "report.skill_change": "the better one ends ahead: {points} percentage points ± {reach}",
    "report.figures": "The figures", "report.curves": "The curves", "report.measure": "Measure",
    "report.length": "Length of the games", "report.scores": "Scores at the end",
    "report.first_seat": "Advantage of the first seat", "report.decision": "When the game is decided",
    "report.skill": "What skill is worth",
    "report.skill_lead": (
        "{games} games between levels, each at every seat on the same deals: what one seat wins, and the chance that "
        "the better one ends before the other. Among equals a seat would win {even}."
    ),
    "report.ahead": "{better} ends before {worse}: {chance}",
    "report.cards": "How each card fares",
    "report.cards_lead": (
        "The win share of whoever has the card before them on their turn (and of whoever plays it). Any seat wins "
        "{even}. This is not what the card is worth: who leads may also keep more of them."
    ),
    "report.card": "Card", "report.held": "Held", "report.played": "Played",
    "report.rules": "The rules that came into play",
    "report.rules_lead": (
        "In {followed} step by step: the share of games in which the rule acted (where the program "
        "cites it most rarely), how often in a game, and the share of moves at which it forbade something."
    ),
    "report.rule": "Rule", "report.rule_text": "What it says", "report.in_games": "Games",
    "report.times": "A game", "report.forbids": "Forbids",
    "report.events": "What happens in a game", "report.event": "Event",
    "report.share": "Share", "report.count": "Games", "report.seats": "Seats", "report.percent": "{number} %",
    "report.bot": "Bot", "report.wins": "Wins per seat", "report.of_turns": "Share of the turns played",
    "report.points": "Points", "report.even": "even",
    "report.methods": "How to read this report",
    "report.method": (
        "A turn is what a seat does until another one moves; reactions do not count. Minutes are an estimate: 4 s a "
        "move, and 3 s for every doubling of the choices; those who choose at the same time count as one. Whoever has "
        "most points (fewest, where these win) between two turns leads; the game is decided when those who will win "
        "lead for good. A deal is one observation, however often it is played; two settings are compared deal by deal."
    ),
    "report.command": "The same study",
    "measure.turns": "Turns", "measure.minutes": "Minutes (estimated)", "measure.score": "Points of a seat",
    "measure.winning_score": "Points of the winner", "measure.spread": "From first to last, points",
    "measure.first_seat": "First seat: wins beyond even", "measure.first_points": "First seat: points beyond others",
    "measure.lead_changes": "Changes of the lead", "measure.decided": "Decided after (share of turns)",
    "measure.late": "Decided in the last tenth", "measure.forced": "Forced moves",
    "measure.decisions": "Real decisions of a seat", "measure.reactions": "Reactions",
    "measure.draws": "Shared victories", "measure.stalls": "Stalls", "measure.skill": "The better one ends ahead",
}  # fmt: skip

WORDS: Catalogue = {"fr": FR, "en": EN}


def text(key: str, language: str | None = None, **details: Any) -> str:
    return say(key, language, WORDS, **details)
