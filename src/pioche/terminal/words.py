"""What the command line says, in French and English."""

from __future__ import annotations

from typing import Any

from pioche.table.words import say

FR: dict[str, str] = {
    "help.pioche": "Pioche : des jeux de cartes modernes, à jouer et à étudier.",
    "help.games": "Lister les jeux.",
    "help.rules": "Expliquer les règles d'un jeu.",
    "help.show": "Dessiner une position (ou la fin d'un enregistrement) et lister les coups de chaque siège.",
    "help.play": "Jouer dans le terminal contre des adversaires simples.",
    "help.simulate": "Jouer au hasard un grand nombre de parties et donner les chiffres.",
    "help.bench": "Mesurer la vitesse, côte à côte avec d'autres bibliothèques.",
    "help.lang": "Langue : fr ou en.",
    "help.game": "Le nom du jeu.",
    "help.file": "Un fichier, ou - pour l'entrée standard.",
    "help.players": "Nombre de joueurs.",
    "help.seed": "Graine du hasard : la même donne la même partie.",
    "help.number": "Nombre de parties.",
    "help.json": "Écrire du JSON.",
    "help.option": "Option du jeu, par exemple -o target=30 ; à répéter.",
    "help.jobs": "Nombre de fils d'exécution (par défaut, tous les cœurs).",
    "help.engine": "Avec les règles interprétées plutôt que compilées.",
    "help.record": "Fichier où écrire la partie à la fin (ou à l'arrêt).",
    "help.seconds": "Durée de chaque mesure, en secondes.",
    "help.version": "Afficher la version.",
    "games.players": "Joueurs",
    "games.idea": "Idée",
    "games.id": "Nom",
    "games.title": "Titre",
    "rules.rule": "Règle",
    "rules.ruling": "décision de Pioche",
    "rules.options": "Options",
    "rules.default": "par défaut : {value}",
    "rules.moves": "Coups : {moves}",
    "show.legal": "Coups de {seat}",
    "show.nobody": "La partie est terminée.",
    "show.file": "Le fichier « {file} » ne peut pas être lu : {why}.",
    "play.which": "À quel jeu jouer ?",
    "play.welcome": "{title}, {players} joueurs, graine {seed}. Vous êtes {seat}. Tapez ? pour l'aide.",
    "play.ask": "Votre coup, {seat} (numéro ou texte, ? aide, q quitter)",
    "play.help": (
        "Tapez le numéro d'un coup de la liste, ou son texte. « ? » montre ceci, « ? {example} » une règle, "
        "« ? tout » toutes les règles, « q » quitte."
    ),
    "play.no_rule": "Il n'y a pas de règle « {rule} » dans ce jeu.",
    "play.bad_number": "Il n'y a pas de coup numéro {number} : choisissez de 1 à {last}.",
    "play.turn": "— À vous de jouer —",
    "play.bye": "Partie arrêtée après {moves} coups.",
    "play.saved": "Partie enregistrée dans {file}.",
    "play.score": "Points",
    "play.seat": "Siège",
    "play.you": "vous",
    "play.bot": "robot",
    "play.no_answer": "Pas de réponse : l'entrée standard est terminée.",
    "play.all": "tout",
    "simulate.progress": "Parties",
    "simulate.compile": "Compilation des règles (une fois pour toutes) …",
    "simulate.stopped": "Arrêté après {games} parties sur {wanted}.",
    "simulate.games": "Parties", "simulate.moves": "Coups", "simulate.seconds": "Secondes",
    "simulate.rate": "Coups par seconde", "simulate.length": "Coups par partie", "simulate.digest": "Empreinte",
    "simulate.seat": "Siège", "simulate.score": "Points en moyenne", "simulate.wins": "Victoires",
    "bench.missing": "{peer} n'est pas installé : « make bench » l'installe (pip install 'pioche[bench]').",
}  # fmt: skip

EN: dict[str, str] = {
    "help.pioche": "Pioche: modern card games, to play and to study.",
    "help.games": "List the games.",
    "help.rules": "Explain the rules of a game.",
    "help.show": "Draw a position (or the end of a record) and list each seat's legal moves.",
    "help.play": "Play in the terminal against simple opponents.",
    "help.simulate": "Play many games at random and give the figures.",
    "help.bench": "Measure the speed, side by side with other libraries.",
    "help.lang": "Language: fr or en.",
    "help.game": "The game's name.",
    "help.file": "A file, or - for standard input.",
    "help.players": "Number of players.",
    "help.seed": "Seed of the randomness: the same one gives the same game.",
    "help.number": "Number of games.",
    "help.json": "Write JSON.",
    "help.option": "Option of the game, for example -o target=30; may be repeated.",
    "help.jobs": "Number of threads (default: all cores).",
    "help.engine": "Run the rules interpreted instead of compiled.",
    "help.record": "File to write the game to at the end (or when stopped).",
    "help.seconds": "How long each measurement takes, in seconds.",
    "help.version": "Show the version.",
    "games.players": "Players",
    "games.idea": "Idea",
    "games.id": "Name",
    "games.title": "Title",
    "rules.rule": "Rule",
    "rules.ruling": "Pioche's ruling",
    "rules.options": "Options",
    "rules.default": "default: {value}",
    "rules.moves": "Moves: {moves}",
    "show.legal": "Moves of {seat}",
    "show.nobody": "The game is over.",
    "show.file": "The file “{file}” can't be read: {why}.",
    "play.which": "Which game?",
    "play.welcome": "{title}, {players} players, seed {seed}. You are {seat}. Type ? for help.",
    "play.ask": "Your move, {seat} (number or text, ? help, q quit)",
    "play.help": (
        "Type the number of a move in the list, or its text. “?” shows this, “? {example}” a rule, "
        "“? all” all rules, “q” quits."
    ),
    "play.no_rule": "There is no rule “{rule}” in this game.",
    "play.bad_number": "There is no move number {number}: choose 1 to {last}.",
    "play.turn": "— Your turn —",
    "play.bye": "Game stopped after {moves} moves.",
    "play.saved": "Game written to {file}.",
    "play.score": "Points",
    "play.seat": "Seat",
    "play.you": "you",
    "play.bot": "bot",
    "play.no_answer": "No answer: standard input has ended.",
    "play.all": "all",
    "simulate.progress": "Games",
    "simulate.compile": "Compiling the rules (once and for all) …",
    "simulate.stopped": "Stopped after {games} of {wanted} games.",
    "simulate.games": "Games", "simulate.moves": "Moves", "simulate.seconds": "Seconds",
    "simulate.rate": "Moves per second", "simulate.length": "Moves per game", "simulate.digest": "Digest",
    "simulate.seat": "Seat", "simulate.score": "Mean points", "simulate.wins": "Wins",
    "bench.missing": "{peer} is not installed: “make bench” installs it (pip install 'pioche[bench]').",
}  # fmt: skip

CATALOGUE = {"fr": FR, "en": EN}


def text(key: str, /, **details: Any) -> str:
    """A sentence of the command line, in the chosen language."""
    return say(key, None, CATALOGUE, **details)
