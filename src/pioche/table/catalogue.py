"""Message catalogues: every sentence that a person reads, in French and English, found by its key."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

Catalogue = Mapping[str, Mapping[str, str]]  # language, then key
LANGUAGES = ("fr", "en")

_chosen: list[str] = []


def language() -> str:
    """The language of sentences: the one chosen, else the user's locale, else English."""
    if _chosen:
        return _chosen[0]
    user = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "fr" if user.startswith("fr") else "en"


def speak(lang: str) -> None:
    """Choose the language of all sentences from now on: "fr" or "en"."""
    if lang not in LANGUAGES:
        from pioche.table.errors import PiocheError

        raise PiocheError("setup.language", lang=lang)
    _chosen[:] = [lang]


class Phrase(NamedTuple):
    """A part of a sentence that is itself found by a key, in the language of the sentence."""

    key: str
    details: Mapping[str, Any]
    catalogue: Catalogue | None = None

    def sentence(self, lang: str | None = None) -> str:
        return say(self.key, lang, self.catalogue, **self.details)


def phrase(key: str, **details: Any) -> Phrase:
    return Phrase(key, details)


def numbered(key: str, number: int) -> str:
    """The key of a sentence about so many: languages differ in what they say of none and of one, up or down."""
    return key + {0: "_none", 1: "_one", -1: "_one"}.get(number, "")


def counted(what: str, number: int, shown: str = "") -> Phrase:
    """So many of something: "1 move", "2 moves". A large number may be shown in a way of its own."""
    return phrase(numbered(f"count.{what}", number), number=shown or number)


def say(key: str, lang: str | None = None, catalogue: Catalogue | None = None, /, **details: Any) -> str:
    """The sentence for a key: the game's own if it has one, else the shared one."""
    lang = lang or language()
    own = catalogue[lang] if catalogue else {}
    said = {name: part.sentence(lang) if hasattr(part, "sentence") else part for name, part in details.items()}
    return (own.get(key) or SHARED[lang][key]).format(**said)


FR: dict[str, str] = {
    "refuse.TURN": "Ce n'est pas à {seat} de jouer.",
    "refuse.CARD": "« {move} » : {seat} n'a pas cette carte, ou elle n'est pas visible.",
    "refuse.WORD": "« {move} » n'est pas un coup de ce jeu.",
    "event.total": "{seat} termine avec {points} points.",
    "event.total_one": "{seat} termine avec {points} point.",
    "event.total_none": "{seat} termine avec {points} point.",
    "event.winners": "Victoire de {seats}.",
    "event.winners_shared": "Victoire partagée : {others} et {last_seat}.",
    "notation.where": "Ligne {line} : ",
    "notation.empty": "le texte est vide ; il commence par le nom d'un jeu, par exemple « kolpa turn=A ».",
    "notation.game": "« {word} » n'est pas un jeu ; les jeux sont : {games}.",
    "notation.key": "« {word} » n'est pas une indication de ce jeu ; on attend : {known}.",
    "notation.value": "« {word} » n'est pas une valeur de « {name} » ; on attend {expected}.",
    "notation.turn": "il manque « {word} » sur la première ligne.",
    "notation.place": "« {word} » n'est pas un endroit de ce jeu ; on attend : {known}.",
    "notation.twice": "« {word} » est donné deux fois.",
    "notation.colon": "« {word} » : il manque un deux-points après le nom de l'endroit ou du siège.",
    "notation.card": "« {word} » n'est pas une carte de ce jeu.",
    "notation.copies": "la carte « {word} » est nommée plus souvent que le paquet ne la contient ({copies}).",
    "notation.too_many": "« {word} » : il n'y a pas assez de cartes pour tous les « ? ».",
    "notation.seat_order": "le siège « {word} » n'est pas à sa place : les sièges sont A, B, C …, dans cet ordre.",
    "notation.seats": "{count} siège(s) (« {word} ») ; ce jeu se joue de {low} à {high}.",
    "notation.no_seat": "le siège « {word} » n'existe pas à cette table.",
    "notation.shape": "« {word} » : {why}.",
    "notation.record_head": "un enregistrement commence par « record 1 », pas par « {word} ».",
    "notation.record_rules": (
        "cette partie a été jouée avec une version des règles (« {word} ») que ce Pioche-ci ne connaît pas ; il les "
        "connaît jusqu'à la version {newest}."
    ),
    "notation.record_cut": "l'enregistrement s'arrête après {moves}, sans sa ligne « end ».",
    "notation.record_count": "la ligne « {word} » n'a pas le bon nombre ; avant elle : {moves}.",
    "notation.record_move": "« {word} » n'est pas un coup : on attend un siège, puis son coup (« A R1 »).",
    "notation.record_illegal": "le coup « {word} » est refusé : {why}",
    "notation.record_end": "rejouée, la partie n'aboutit pas à la position enregistrée (« {word} »).",
    "notation.deal": (
        "« {word} » ne décrit pas une donne : on attend « deal jeu joueurs seed=n option=valeur », ou key= et 64 "
        "chiffres hexadécimaux au lieu de seed=n."
    ),
    "notation.sow": "« {word} » : on attend « sow », une clé de 64 chiffres hexadécimaux et le nombre de coups joués.",
    "notation.fair": (
        "« {word} » : on attend « fair commit=… seed=… », de 64 chiffres hexadécimaux chacun, puis les sels des "
        "sièges dans l'ordre (« A=4f »), de 1 à 64 de ces chiffres."
    ),
    "notation.fair_key": "« {word} » : une partie sans clé n'a ni engagement ni sels.",
    "notation.fair_2": (
        "« {word} » : on attend « fair 2 commit=… seed=… table=… », puis chaque siège dans l'ordre : « A=person:SEL », "
        "« A=person:- » ou « A=bot:NOM »."
    ),
    "notation.fair_dealt": "« {word} » : une position écrite n'a pas été donnée, et n'a pas d'engagement de ce genre.",
    "notation.record_deal": "« {word} » : {why}",
    "setup.language": "La langue « {lang} » n'est pas disponible : choisissez fr ou en.",
    "setup.game": "Le jeu « {name} » n'existe pas ; les jeux sont : {games}.",
    "setup.players": "{title} se joue de {low} à {high} joueurs, pas à {players}.",
    "setup.option": "« {name} » n'est pas une option de {title} ; les options sont : {known}.",
    "setup.value": "L'option {name} ne peut pas valoir « {value} » : {expected}.",
    "setup.range": "un nombre de {low} à {high}",
    "setup.words": "l'un de : {words}",
    "setup.before": "« {value} » seulement, car cette partie suit la version {rules} des règles",
    "setup.seed": "La graine « {seed} » doit être un nombre entier positif, ou zéro.",
    "setup.key": "Une clé ou une graine secrète compte exactement {bytes} octets.",
    "setup.seed_and_key": "Une donne vient d'une graine ou d'une clé, pas des deux.",
    "setup.moves_played": "Le nombre de coups joués « {moves} » doit être un nombre entier positif, ou zéro.",
    "setup.salt": "Le sel « {salt} » doit compter de 1 à 64 chiffres hexadécimaux (0-9, a-f).",
    "setup.kept": "Ce n'est pas ce qu'un navigateur garde d'une table.",
    "setup.commit": "L'engagement « {commit} » doit compter 64 chiffres hexadécimaux (0-9, a-f).",
    "setup.fair": "La clé de cette partie n'est pas faite de cette graine et de ces sels.",
    "batch.size": "Un lot compte de 1 à {most} tables, pas {n}.",
    "batch.dtype": "Les observations sont en int8 ou en float32, pas en « {dtype} ».",
    "batch.device": "Les tables sont sur « cpu » ou sur « cuda », pas sur « {device} ».",
    "batch.cuda": (
        "device=\"cuda\" demande une carte NVIDIA que Numba puisse utiliser (paquet numba-cuda) ; ici il n'y en a pas."
    ),
    "batch.threads": "Il faut au moins un fil d'exécution, pas {threads}.",
    "batch.shape": "On attend {n}, un coup par table (-1 : aucun), pas {got}.",
    "batch.out": "On attend un tableau contigu {dtype} {shape} à remplir, pas {got}.",
    "batch.which": "On attend des numéros de tables, de 0 à {last}, ou un booléen par table.",
    "batch.table": "Il n'y a pas de table {table} : elles sont numérotées de 0 à {last}.",
    "batch.over": (
        "Table {table} : la partie est finie ; redonnez d'abord, ou donnez -1. Rien n'a été joué, à aucune table."
    ),
    "batch.number": (
        "Table {table} : il n'y a pas de coup {move} (0 à {last}, -1 : aucun). Rien n'a été joué, à aucune table."
    ),
    "batch.illegal": "Table {table} : {seat} ne peut pas choisir « {move} ». Rien n'a été joué, à aucune table.",
    "batch.seat_alone": "Avec seat=, il faut dire qui joue aux autres places : bots=\"random\" ou bots=\"thumb\".",
    "batch.reveals": (
        "« {move} » découvre ou déplace une carte que l'on ne connaît pas, ou tire au sort : rien ne peut suivre ce "
        "coup dans le même envoi."
    ),
    "verify.deal.open": "Les mélanges viennent d'une graine ouverte (seed=), pas d'une graine engagée avant la donne.",
    "verify.deal.written": (
        "La partie commence par une position écrite : rien ne montre d'où viennent ses premières cartes."
    ),
    "verify.commit.yes": "L'engagement nommé dans l'enregistrement est bien l'empreinte de la graine.",
    "verify.commit.no": "L'engagement nommé dans l'enregistrement n'est pas l'empreinte de ce que dit celui-ci.",
    "verify.commit.all": (
        "L'engagement nommé dans l'enregistrement est bien l'empreinte de la table, de la donne, des sièges et de la "
        "graine."
    ),
    "verify.commit.none": (
        "L'enregistrement ne nomme pas d'engagement : rien ne montre que la clé était fixée avant la donne."
    ),
    "verify.noted.yes": "L'engagement est celui qui a été noté avant la donne.",
    "verify.noted.no": "L'enregistrement ne contient pas l'engagement noté avant la donne ({commit}).",
    "verify.table.yes": "C'est bien l'enregistrement de cette table.",
    "verify.table.no": "C'est l'enregistrement d'une autre table.",
    "verify.game.yes": "Le jeu, les joueurs et les options sont ceux qui ont été notés avant la donne.",
    "verify.game.no": "Le jeu, les joueurs ou les options ne sont pas ceux qui ont été notés avant la donne.",
    "verify.chairs.yes": "Les sièges sont ceux qui ont été notés avant la donne, avec leurs promesses.",
    "verify.chairs.no": "Ces sièges ne sont pas ce qui a été noté avant la donne : {seats}.",
    "verify.own.yes": "Le sel du siège {seat} est celui que ce siège a gardé.",
    "verify.own.no": "Le sel du siège {seat} n'est pas celui que ce siège a gardé.",
    "verify.asked.no": "Un sel avait été promis à cette table, et personne ne l'a demandé avant la donne.",
    "verify.seen.yes": "Les coups que l'on a vu jouer ({moves}) sont ceux de l'enregistrement, dans cet ordre.",
    "verify.seen.no": "Ce n'est pas la partie que l'on a vue : le coup {number}, « {move} », n'y est pas à son rang.",
    "verify.seen.own": "Au siège {seat}, l'enregistrement n'a pas les mêmes coups que la partie que l'on a vue.",
    "verify.shown.yes": "Ce que l'on a vu des cartes ({views}) est ce que ce siège voit dans cette partie.",
    "verify.shown.no": "Ce n'est pas ce que l'on a vu des cartes : la vue {number} n'est pas de cette partie.",
    "verify.key.yes": "La clé est faite de la graine et des sels de {seats}.",
    "verify.key.alone": "La clé est faite de la graine seule : aucun siège n'a donné de sel.",
    "verify.key.no": "La clé n'est pas faite de cette graine et de ces sels.",
    "verify.moves.key": "Les coups ({moves}) sont tous permis, et tous les mélanges viennent de la clé.",
    "verify.moves.yes": "Les coups ({moves}) sont tous permis.",
    "verify.moves.no": "Rejouée, la partie s'interrompt. {why}",
    "verify.end.yes": "La dernière position est celle de l'enregistrement ({digest}).",
    "verify.end.early": (
        "La dernière position est celle de l'enregistrement ({digest}) ; la partie s'y arrête avant sa fin."
    ),
    "verify.end.no": "La dernière position n'est pas celle de l'enregistrement : {found} au lieu de {digest}.",
    "verify.end.unreached": "La dernière position n'a pas été atteinte.",
    "setup.games": "Il faut jouer au moins une partie, pas {games}.",
    "setup.option_form": "« {word} » n'est pas une option : on attend nom=valeur, par exemple target=30.",
    "setup.bot_name": (
        "« {name} » ne peut pas être le nom d'un robot : il faut des lettres, des chiffres ou _, pas un nombre seul, "
        "et pas le nom d'un robot de Pioche."
    ),
    "setup.bot_package": "Le robot « {name} » d'un autre paquet ne se charge pas ({where}) : {why}.",
    "setup.code": "« {path} » n'est pas un fichier Python que l'on puisse lire.",
    "setup.code_failed": "« {path} », ligne {line} : {why}.",
    "setup.observer": "Il n'y a pas d'observateur « {name} » ; il y a : {known}.",
    "setup.bot": "Il n'y a pas de robot « {name} » ; il y a : {known}.",
    "setup.budget": (
        "« {budget} » n'est pas un temps de réflexion : on attend des millisecondes (100ms), des secondes (2s) ou un "
        "nombre de parties imaginées (2000), au moins 1 ; « 2s:4 » réfléchit sur quatre fils."
    ),
    "setup.simulated": "La simulation ne joue que les robots {known}, pas « {name} ».",
    "search.reason": "{share} % de réussite en {visits}",
    "bot.random": "au hasard", "bot.thumb": "au pouce", "bot.search": "réfléchi",
    "bot.level1": "débutant", "bot.level2": "amateur", "bot.level3": "confirmé", "bot.level4": "expert",
    "bot.level5": "maître",
    "setup.bots": "{bots} robots pour {seats} places : il y en a trop.",
    "setup.seat": "Il n'y a pas de siège {seat} : cette table en a {seats}, numérotés à partir de 0.",
    "setup.few_cards": "Il faut au moins {least} cartes à {players} joueurs ; ces options n'en laissent que {cards}.",
    "why.capacity": "cette rangée contient plus de {room} carte(s)",
    "why.pile": "une pile ne contient que des cartes d'une seule couleur, et une pile par couleur",
    "why.knows": "cette carte ne peut pas être dans cette main",
    "why.call": "une annonce demande un joker sur la défausse",
    "why.no_call": "sur la défausse, un joker a son annonce (call=R, call=4)",
    "why.long": "cela n'existe qu'avec long=on",
    "why.laid": "cette carte n'est pas sur la zone du siège précédent",
    "why.without": "ces couleurs ne peuvent pas être hors jeu ici",
    "why.colour_out": "cette couleur est hors jeu",
    "why.out": "ce siège est déjà sorti de la manche",
    "why.last_twice": "la carte de dernière manche est déjà sortie",
    "why.taken": "une rangée prise n'a plus de cartes",
    "why.one_card": "une seule carte au plus",
    "why.no_seat_to_ask": "les sièges à interroger ne peuvent pas être ceux-là",
    "why.all_chosen": "tous les sièges ne peuvent pas avoir déjà choisi",
    "why.suite": "une suite est d'une seule couleur, sans numéro en double ni carte action",
    "why.vigilance": "cela n'existe qu'avec vigilance=on",
    "why.slot": "ce n'est pas une case qui convient ici",
    "why.slots": "une grille a {room} cases au plus",
    "why.phase": "cela ne va pas avec ce moment du tour",
    "key.rules": "version des règles",
    "colour.R": "rouge", "colour.O": "orange", "colour.Y": "jaune", "colour.G": "vert",
    "colour.B": "bleu", "colour.P": "violet", "colour.S": "ardoise",
}  # fmt: skip

EN: dict[str, str] = {
    "refuse.TURN": "It is not {seat}'s turn to act.",
    "refuse.CARD": "“{move}”: {seat} does not have this card, or it is not a visible one.",
    "refuse.WORD": "“{move}” is no move of this game.",
    "event.total": "{seat} ends with {points} points.",
    "event.total_one": "{seat} ends with {points} point.",
    "event.total_none": "{seat} ends with {points} points.",
    "event.winners": "{seats} wins.",
    "event.winners_shared": "{others} and {last_seat} win.",
    "notation.where": "Line {line}: ",
    "notation.empty": "the text is empty; it starts with the name of a game, for example “kolpa turn=A”.",
    "notation.game": "“{word}” is no game; the games are: {games}.",
    "notation.key": "“{word}” is no key of this game; expected: {known}.",
    "notation.value": "“{word}” is no value of “{name}”; expected {expected}.",
    "notation.turn": "“{word}” is missing on the first line.",
    "notation.place": "“{word}” is no place of this game; expected: {known}.",
    "notation.twice": "“{word}” is given twice.",
    "notation.colon": "“{word}”: a colon is missing after the name of the place or the seat.",
    "notation.card": "“{word}” is no card of this game.",
    "notation.copies": "the card “{word}” is named more often than the deck has it ({copies}).",
    "notation.too_many": "“{word}”: there are not enough cards for every “?”.",
    "notation.seat_order": "seat “{word}” is out of place: seats are A, B, C …, in this order.",
    "notation.seats": "{count} seat(s) (“{word}”); this game is for {low} to {high}.",
    "notation.no_seat": "seat “{word}” is not at this table.",
    "notation.shape": "“{word}”: {why}.",
    "notation.record_head": "a record starts with “record 1”, not with “{word}”.",
    "notation.record_rules": (
        "this game was played by a version of the rules (“{word}”) that this Pioche does not know; it knows them up to "
        "version {newest}."
    ),
    "notation.record_cut": "the record stops after {moves}, without its “end” line.",
    "notation.record_count": "the line “{word}” has the wrong number; before it: {moves}.",
    "notation.record_move": "“{word}” is no move: expected a seat, then its move (“A R1”).",
    "notation.record_illegal": "the move “{word}” is refused: {why}",
    "notation.record_end": "played again, the game does not lead to the recorded position (“{word}”).",
    "notation.deal": (
        "“{word}” does not describe a deal: expected “deal game players seed=n option=value”, or key= and 64 "
        "hexadecimal digits instead of seed=n."
    ),
    "notation.sow": "“{word}”: expected “sow”, a key of 64 hexadecimal digits and the number of moves played.",
    "notation.fair": (
        "“{word}”: expected “fair commit=… seed=…”, of 64 hexadecimal digits each, then the salts of the seats in "
        "order (“A=4f”), of 1 to 64 such digits."
    ),
    "notation.fair_key": "“{word}”: a game without a key has neither a commitment nor salts.",
    "notation.fair_2": (
        "“{word}”: expected “fair 2 commit=… seed=… table=…”, then each seat in order: “A=person:SALT”, “A=person:-” "
        "or “A=bot:NAME”."
    ),
    "notation.fair_dealt": "“{word}”: a written position was not dealt, and has no commitment of this kind.",
    "notation.record_deal": "“{word}”: {why}",
    "setup.language": "The language “{lang}” is not available: choose fr or en.",
    "setup.game": "There is no game “{name}”; the games are: {games}.",
    "setup.players": "{title} is for {low} to {high} players, not {players}.",
    "setup.option": "“{name}” is no option of {title}; the options are: {known}.",
    "setup.value": "The option {name} can't be “{value}”: {expected}.",
    "setup.range": "a number from {low} to {high}",
    "setup.words": "one of: {words}",
    "setup.before": "only “{value}”, since this game is played by version {rules} of the rules",
    "setup.seed": "The seed “{seed}” must be a whole number, zero or more.",
    "setup.key": "A key or a secret seed is exactly {bytes} bytes long.",
    "setup.seed_and_key": "A deal comes from a seed or from a key, not from both.",
    "setup.moves_played": "The number of moves played “{moves}” must be a whole number, zero or more.",
    "setup.salt": "The salt “{salt}” must be 1 to 64 hexadecimal digits (0-9, a-f).",
    "setup.kept": "This is not what a browser keeps of a table.",
    "setup.commit": "The commitment “{commit}” must be 64 hexadecimal digits (0-9, a-f).",
    "setup.fair": "The key of this game is not made of this seed and these salts.",
    "batch.size": "A batch has 1 to {most} tables, not {n}.",
    "batch.dtype": "Observations are int8 or float32, not “{dtype}”.",
    "batch.device": "Tables are on “cpu” or on “cuda”, not on “{device}”.",
    "batch.cuda": "device=\"cuda\" needs an NVIDIA GPU that Numba can use (package numba-cuda); there is none here.",
    "batch.threads": "At least one thread is needed, not {threads}.",
    "batch.shape": "Expected {n}, one move a table (-1: none), not {got}.",
    "batch.out": "Expected a contiguous array {dtype} {shape} to fill, not {got}.",
    "batch.which": "Expected numbers of tables, 0 to {last}, or one boolean a table.",
    "batch.table": "There is no table {table}: they are numbered 0 to {last}.",
    "batch.over": "Table {table}: its game is over; reset it first, or give -1. Nothing was played, at any table.",
    "batch.number": "Table {table}: there is no move {move} (0 to {last}, -1: none). Nothing was played, at any table.",
    "batch.illegal": "Table {table}: {seat} can't choose “{move}”. Nothing was played, at any table.",
    "batch.seat_alone": "With seat=, say who plays at the other seats: bots=\"random\" or bots=\"thumb\".",
    "batch.reveals": (
        "“{move}” shows or moves a card that one does not know, or draws lots: nothing can follow this move in the "
        "same batch."
    ),
    "verify.deal.open": "The shuffles come from an open seed (seed=), not from one committed before the deal.",
    "verify.deal.written": "The game begins with a written position: nothing shows where its first cards come from.",
    "verify.commit.yes": "The commitment named in the record is the hash of the seed.",
    "verify.commit.no": "The commitment named in the record is not the hash of what the record says.",
    "verify.commit.all": (
        "The commitment named in the record is the hash of the table, the deal, the seats and the seed."
    ),
    "verify.commit.none": "The record names no commitment: nothing shows that the key was fixed before the deal.",
    "verify.noted.yes": "The commitment is the one noted before the deal.",
    "verify.noted.no": "The record does not contain the commitment noted before the deal ({commit}).",
    "verify.table.yes": "It is the record of this table.",
    "verify.table.no": "It is the record of another table.",
    "verify.game.yes": "The game, the players and the options are those noted before the deal.",
    "verify.game.no": "The game, the players or the options are not those noted before the deal.",
    "verify.chairs.yes": "The seats are those noted before the deal, with their promises.",
    "verify.chairs.no": "These seats are not what was noted before the deal: {seats}.",
    "verify.own.yes": "The salt of seat {seat} is the one that this seat has kept.",
    "verify.own.no": "The salt of seat {seat} is not the one that this seat has kept.",
    "verify.asked.no": "A salt had been promised at this table, and nobody asked for it before the deal.",
    "verify.seen.yes": "The moves that were seen played ({moves}) are those of the record, in that order.",
    "verify.seen.no": "It is not the game that was seen: move {number}, “{move}”, is not in its place.",
    "verify.seen.own": "In seat {seat} the record does not have the same moves as the game that was seen.",
    "verify.shown.yes": "What was shown of the cards ({views}) is what this seat sees in this game.",
    "verify.shown.no": "It is not what was shown of the cards: view {number} is not of this game.",
    "verify.key.yes": "The key is made of the seed and of the salts of {seats}.",
    "verify.key.alone": "The key is made of the seed alone: no seat gave a salt.",
    "verify.key.no": "The key is not made of this seed and these salts.",
    "verify.moves.key": "All moves ({moves}) are legal, and all shuffles come from the key.",
    "verify.moves.yes": "All moves ({moves}) are legal.",
    "verify.moves.no": "Played again, the game breaks off. {why}",
    "verify.end.yes": "The last position is the recorded one ({digest}).",
    "verify.end.early": "The last position is the recorded one ({digest}); the game stops there, before its end.",
    "verify.end.no": "The last position is not the recorded one: {found} instead of {digest}.",
    "verify.end.unreached": "The last position was not reached.",
    "setup.games": "At least one game must be played, not {games}.",
    "setup.option_form": "“{word}” is no option: expected name=value, for example target=30.",
    "setup.bot_name": (
        "“{name}” can't be a bot's name: that is letters, digits or _, not a number alone, and not the name of one of "
        "Pioche's own bots."
    ),
    "setup.bot_package": "The bot “{name}” of another package can't be loaded ({where}): {why}.",
    "setup.code": "“{path}” is no Python file that can be read.",
    "setup.code_failed": "“{path}”, line {line}: {why}.",
    "setup.observer": "There is no observer “{name}”; there are: {known}.",
    "setup.bot": "There is no bot “{name}”; there are: {known}.",
    "setup.budget": (
        "“{budget}” is no budget: expected milliseconds (100ms), seconds (2s) or a number of imagined games (2000), "
        "at least 1; “2s:4” thinks on four threads."
    ),
    "setup.simulated": "Simulation plays only the bots {known}, not “{name}”.",
    "search.reason": "{share} % success in {visits}",
    "bot.random": "random", "bot.thumb": "by thumb", "bot.search": "thinker",
    "bot.level1": "beginner", "bot.level2": "casual", "bot.level3": "skilled", "bot.level4": "expert",
    "bot.level5": "master",
    "setup.bots": "{bots} bots for {seats} seats: that is too many.",
    "setup.seat": "There is no seat {seat}: this table has {seats}, numbered from 0.",
    "setup.few_cards": "{players} players need {least} cards at least; these options leave only {cards}.",
    "why.capacity": "this row holds more than {room} card(s)",
    "why.pile": "a pile holds cards of one colour only, one pile a colour",
    "why.knows": "this card can't be in that hand",
    "why.call": "a call needs a joker on the discard",
    "why.no_call": "a joker on top of the discard has its call (call=R, call=4)",
    "why.long": "this exists only with long=on",
    "why.laid": "this card is not on the zone of the seat before",
    "why.without": "these colours can't be out of play here",
    "why.colour_out": "this colour is out of play",
    "why.out": "this seat is already out of the round",
    "why.last_twice": "the last-round card has already come out",
    "why.taken": "a row that was taken has no cards",
    "why.one_card": "one card at most",
    "why.no_seat_to_ask": "these can't be the seats to be asked",
    "why.all_chosen": "not every seat can have chosen already",
    "why.suite": "a suite has one colour, no number twice and no action card",
    "why.vigilance": "this exists only with vigilance=on",
    "why.slot": "this is no slot that fits here",
    "why.slots": "a grid has at most {room} slots",
    "why.phase": "this does not go with this moment of the turn",
    "key.rules": "version of the rules",
    "colour.R": "red", "colour.O": "orange", "colour.Y": "yellow", "colour.G": "green",
    "colour.B": "blue", "colour.P": "purple", "colour.S": "slate",
}  # fmt: skip


def in_french(texts: Mapping[str, str]) -> Mapping[str, str]:
    """French has a no-break space before : ; ! ? » and after «; it may be written as a plain one."""
    return {key: re.sub(" (?=[:;!?»])|(?<=«) ", "\u00a0", text) for key, text in texts.items()}


def several_and_one(nouns: Mapping[str, tuple[str, str]], none: int) -> dict[str, str]:
    """The sentences of `counted`; `none` is 0 where none is counted as several are, 1 where as one is."""
    ways = ("", 0), ("_one", 1), ("_none", none)
    return {f"count.{what}{way}": "{number} " + nouns[what][which] for what in nouns for way, which in ways}


COUNTED_FR = {
    "moves": ("coups", "coup"), "decisions": ("décisions", "décision"), "games": ("parties", "partie"),
    "deals": ("donnes", "donne"), "cards": ("cartes", "carte"), "cores": ("cœurs", "cœur"), "times": ("fois", "fois"),
    "imagined_games": ("parties imaginées", "partie imaginée"), "whole_numbers": ("nombres entiers", "nombre entier"),
    "games_played": ("parties jouées", "partie jouée"), "games_followed": ("parties suivies", "partie suivie"),
}  # fmt: skip

COUNTED_EN = {
    "moves": ("moves", "move"), "decisions": ("decisions", "decision"), "games": ("games", "game"),
    "deals": ("deals", "deal"), "cards": ("cards", "card"), "cores": ("cores", "core"), "times": ("times", "time"),
    "imagined_games": ("imagined games", "imagined game"), "whole_numbers": ("whole numbers", "whole number"),
    "games_played": ("games played", "game played"), "games_followed": ("games followed", "game followed"),
}  # fmt: skip

SHARED: Catalogue = {
    "fr": in_french(FR | several_and_one(COUNTED_FR, none=1)),
    "en": EN | several_and_one(COUNTED_EN, none=0),
}
