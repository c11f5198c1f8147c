"""The words of 5211, in French and in English: rules, refusals, options, log lines, places and keys."""

FR: dict[str, str] = {
    "title": "5211",
    "idea": (
        "Choisir en secret, révéler ensemble : la couleur la plus jouée rapporte, tant qu'elle ne l'est pas trop."
    ),
    "intro": (
        "Une manche se joue en trois temps : deux cartes, puis une, puis une encore, choisies en secret et "
        "montrées toutes à la fois. On compte ensuite les couleurs de toute la table : la plus nombreuse "
        "rapporte à qui en a joué, mais une couleur trop nombreuse ne vaut plus rien, et des couleurs à "
        "égalité s'annulent. Un nombre bien précis de cartes Kododo renverse tout : elles seules comptent "
        "alors. Quand la pioche est finie, une dernière manche se joue avec ce qui reste en main."
    ),
    "deck": (
        "Cinq couleurs (bleu, vert, jaune, orange, violet) de 20 cartes, 100 en tout. Chaque couleur a cinq "
        "1, six 2, cinq 3, deux 4, un 5 et un 6 ; les 1 sont les cartes Kododo, 25 en tout, et comptent "
        "aussi pour leur couleur."
    ),
    "FIV-01": (
        "Le paquet mélangé perd d'abord quelques cartes, prises au hasard et que personne ne regarde : 10 à "
        "2 joueurs, 13 à 3, aucune à 4, 15 à 5."
    ),
    "FIV-02": "Chaque main reçoit cinq cartes ; tout ce qui reste est la pioche.",
    "FIV-03": (
        "Trois tours font une manche : on choisit deux cartes de sa main au premier, une seule aux deux "
        "autres. Les choix restent cachés tant qu'il en manque un, puis toutes les cartes sont montrées en "
        "même temps."
    ),
    "FIV-04": (
        "Chaque tour se termine par un retour à cinq cartes en main : A complète la sienne d'un coup, puis "
        "B, puis C, et ainsi de suite. Au troisième tour, cela se fait avant de compter."
    ),
    "FIV-05": ("Trois tours laissent quatre cartes visibles devant chaque place ; la manche est alors évaluée."),
    "FIV-06": (
        "Les cartes Kododo passent en premier. Si la manche en a vu exactement autant qu'il y a de joueurs, "
        "plus deux, chaque place garde les siennes, pour 1 point chacune, et tout le reste est défaussé, "
        "sans égard au nombre ni à la limite des couleurs."
    ),
    "FIV-07": (
        "Sinon, c'est la majorité qui décide : on compte, toutes places réunies, les cartes de chaque "
        "couleur, Kododo comprises."
    ),
    "FIV-08": (
        "Trop, c'est trop : dès qu'une couleur a autant de cartes qu'il y a de joueurs, plus trois, elle "
        "est défaussée sans rien rapporter et n'entre plus en compte."
    ),
    "FIV-09": (
        "Les couleurs à égalité en tête s'éliminent toutes, et l'on descend au nombre suivant, jusqu'à en "
        "trouver une qui soit seule. S'il n'y en a pas, la manche ne rapporte rien ; une couleur absente de "
        "la table n'est jamais majoritaire."
    ),
    "FIV-10": (
        "Les cartes de la couleur majoritaire vont sur la pile de score de la place qui les a jouées, et "
        "chacune vaut son chiffre. Le reste est défaussé."
    ),
    "FIV-11": (
        "Pioche vide : il reste une manche, jouée avec les cinq cartes en main et sans rien piocher. La "
        "cinquième, celle qu'on n'a pas jouée, est mise de côté avant de compter."
    ),
    "FIV-12": (
        "Le plus haut total de la pile de score gagne. À égalité, c'est la pile qui a le plus de cartes ; "
        "si cela ne suffit pas, la victoire est partagée."
    ),
    "FIV-13": (
        "En option, la partie longue : après la dernière manche d'un paquet, on note les totaux, et si "
        "aucun n'atteint 50, on redonne avec les 100 cartes, en retirant de nouveau le nombre prévu. À "
        "partir du deuxième paquet, la première manche qui laisse un total à 50 ou plus est la dernière. "
        "Pendant le premier, atteindre 50 n'arrête rien avant la fin du paquet."
    ),
    "FIV-R1": "Dans la partie longue, le nombre de cartes qui départage s'additionne d'un paquet à l'autre.",
    "FIV-R2": (
        "La feuille pose les piles de score face cachée ; ici, comme leurs cartes et celles de la défausse "
        "ont été jouées sous les yeux de tous, elles restent visibles. "
        "La table en ligne peut cacher les totaux (réglage open_scores, qui les montre d'ordinaire) ; cela "
        "ne change rien à ce que chaque place voit."
    ),
    "FIV-R3": (
        "Personne ne connaît les cartes retirées. Les dernières cartes en main les rejoignent, face cachée, "
        "et chacune n'est connue que de la place qui la tenait."
    ),
    "FIV-R4": (
        "Dans la partie longue aussi, une pioche épuisée mène à la dernière manche (FIV-11), et non tout de "
        "suite à un autre paquet ; les totaux se regardent après elle. En option, on les regarde dès que la "
        "manche qui épuise la pioche est comptée : si aucun n'atteint 50, les 100 cartes, mains comprises, sont "
        "reprises et redonnées sans dernière manche ; sinon, le premier paquet se joue jusqu'au bout et la "
        "partie est finie."
    ),
    "FIV-R5": "Un choix fait est fait : les cartes posées ne se reprennent pas.",
    "FIV-R6": (
        "La pioche ne peut manquer en pleine manche que dans une position écrite : on pioche alors dans "
        "l'ordre des places, tant qu'il y a des cartes. Si, après l'évaluation, la pioche est vide et "
        "qu'une place a moins de quatre cartes, la partie est finie."
    ),
    "refuse.FIV-03": (
        "« {move} » n'a pas le bon nombre de cartes : il en faut deux au premier tour, une seule aux deux autres."
    ),
    "refuse.FIV-R5": (
        "« {move} » vient trop tard, {seat} a déjà choisi : un choix ne se change pas, il faut attendre le "
        "tour suivant."
    ),
    "option.long": (
        "Dit si la partie s'arrête avec le premier paquet ou si l'on redonne jusqu'à ce qu'un total atteigne 50."
    ),
    "option.long.off": "un seul paquet",
    "option.long.on": "partie longue, jusqu'à 50",
    "option.between": "Dans la partie longue, dit ce qui suit une pioche épuisée.",
    "option.between.last_round": "une dernière manche avec les cartes en main",
    "option.between.at_once": "un nouveau paquet, tout de suite",
    "setup.between": "L'option between n'existe que dans la partie longue (long=on).",
    "move.choose": "{seat} choisit {cards}.",
    "move.choose_hidden": "{seat} a fait son choix.",
    "event.reveal": "{seat} révèle {cards}.",
    "event.kododo": "{count} cartes Kododo, le nombre exact : elles seules rapportent.",
    "event.over_limit": "{count} cartes, c'est trop : {colour} ne rapporte rien.",
    "event.tied": "Égalité : {colour} ({count}) est hors du compte.",
    "event.majority": "Majorité : {colour} ({count}).",
    "event.nobody": "Aucune couleur ne l'emporte : personne ne marque.",
    "event.scored": "{seat} marque {points}, pour un total de {total}.",
    "event.round": "Une nouvelle manche commence.",
    "event.last_round": "La pioche est vide : c'est la dernière manche, on ne pioche plus.",
    "event.deck": "Aucun total n'atteint 50 : toutes les cartes sont reprises et redonnées, paquet {deck}.",
    "event.put_away": "{seat} met de côté sa dernière carte, face cachée.",
    "thumb.choose": "{cards}, pour une couleur qui a ses chances sans être de trop ({points})",
    "place.stock": "pioche",
    "place.discard": "défausse",
    "place.removed": "cartes retirées",
    "place.hand": "main",
    "place.table": "cartes jouées dans la manche",
    "place.chosen": "choix caché",
    "place.pile": "pile de score",
    "place.score": "points des paquets précédents",
    "place.kept": "cartes gagnées avec les paquets précédents",
    "key.turn": "tour de la manche (1, 2 ou 3)",
    "key.deck": "numéro du paquet",
    "key.long": "un seul paquet (off) ou partie longue (on)",
    "key.between": "ce qui suit une pioche épuisée dans la partie longue",
    "key.over": "partie terminée",
    "key.seed": "graine du mélange",
    "key.rng": "état du générateur de hasard",
}

EN: dict[str, str] = {
    "title": "5211",
    "idea": ("Choose in secret, reveal together: the colour played most scores, as long as it is not too many."),
    "intro": (
        "A round has three steps: two cards, then one, then one more, chosen in secret and shown all at "
        "once. Then the colours of the whole table are counted: the most frequent one scores for those who "
        "played it, but a colour that comes up too often is worth nothing, and colours that tie cancel each "
        "other out. One precise number of Kododo cards turns everything round: then they alone count. When "
        "the stock is used up, a last round is played with what is left in hand."
    ),
    "deck": (
        "Five colours (blue, green, yellow, orange, purple) of 20 cards, 100 in all. Each colour has five "
        "1s, six 2s, five 3s, two 4s, one 5 and one 6; the 1s are the Kododo cards, 25 in all, and count "
        "for their colour too."
    ),
    "FIV-01": (
        "The shuffled deck first loses some cards, taken at random and seen by nobody: 10 with 2 players, "
        "13 with 3, none with 4, 15 with 5."
    ),
    "FIV-02": "Every hand gets five cards; all that is left is the stock.",
    "FIV-03": (
        "Three turns make a round: two cards are chosen from the hand in the first, a single one in each of "
        "the others. Choices stay hidden while one is missing, then all the cards are shown at the same "
        "moment."
    ),
    "FIV-04": (
        "Every turn ends with a return to five cards in hand: A fills up in one go, then B, then C, and so "
        "on. In the third turn this is done before the counting."
    ),
    "FIV-05": "Three turns leave four cards on show in front of every seat; the round is then evaluated.",
    "FIV-06": (
        "Kododo cards come first. If the round has seen exactly as many as there are players, plus two, "
        "every seat keeps its own, for 1 point each, and everything else is discarded, whatever the count "
        "or the limit of the colours."
    ),
    "FIV-07": (
        "If not, the majority decides: the cards of each colour are counted over all seats together, Kododo "
        "cards included."
    ),
    "FIV-08": (
        "Too many is too many: as soon as a colour has as many cards as there are players, plus three, it "
        "is discarded without scoring and no longer considered."
    ),
    "FIV-09": (
        "Colours that tie for the lead knock each other out, and one looks at the next number down, until a "
        "colour is found that has it to itself. If there is none, the round scores nothing; a colour "
        "missing from the table is never the majority."
    ),
    "FIV-10": (
        "Cards of the majority colour go to the score pile of the seat that played them, and each is worth "
        "its number. The rest is discarded."
    ),
    "FIV-11": (
        "No stock left: there is one more round, played with the five cards in hand and without drawing. "
        "The fifth, the one not played, is put aside before the counting."
    ),
    "FIV-12": (
        "The highest total in the score pile wins. If totals are equal, the pile with more cards does; if "
        "that does not settle it, the victory is shared."
    ),
    "FIV-13": (
        "As an option, the long game: after the last round of a deck the totals are noted, and if none "
        "reaches 50, all 100 cards are dealt again, the usual number being removed once more. From the "
        "second deck on, the first round that leaves a total at 50 or more is the last. During the first "
        "deck, reaching 50 stops nothing before the deck is finished."
    ),
    "FIV-R1": "In the long game the number of cards that breaks a tie adds up from one deck to the next.",
    "FIV-R2": (
        "The sheet lays score piles face down; here they stay visible, as does the discard, because all "
        "these cards were played under everybody's eyes. The web table can "
        "hide the totals (setting open_scores, which normally shows them); that changes nothing in what "
        "each seat sees."
    ),
    "FIV-R3": (
        "Nobody knows the cards removed. The last cards in hand join them, face down, and each is known "
        "only to the seat that held it."
    ),
    "FIV-R4": (
        "In the long game too, a stock used up leads to the last round (FIV-11), not straight to another "
        "deck; the totals are looked at after it. As an option they are looked at as soon as the round that "
        "used up the stock is scored: if none reaches 50, all 100 cards, hands included, are taken up and "
        "dealt again without a last round; otherwise the first deck is played to its end, and the game is "
        "over."
    ),
    "FIV-R5": "A choice made is made: cards put down are not taken back.",
    "FIV-R6": (
        "Only in a written position can the stock fail in the middle of a round: seats then draw in order, "
        "while there are cards. If after the evaluation the stock is empty and some seat has fewer than "
        "four cards, the game is over."
    ),
    "refuse.FIV-03": (
        "“{move}” is not the right number of cards: it takes two in the first turn, a single one in the others."
    ),
    "refuse.FIV-R5": (
        "“{move}” comes too late, {seat} has chosen already: a choice can't be changed, wait for the next turn."
    ),
    "option.long": "Says whether the game stops with the first deck or deals again until a total reaches 50.",
    "option.long.off": "one deck",
    "option.long.on": "long game, to 50",
    "option.between": "In the long game, says what follows when the stock is used up.",
    "option.between.last_round": "a last round with the cards in hand",
    "option.between.at_once": "a new deck, at once",
    "setup.between": "The option between exists only in the long game (long=on).",
    "move.choose": "{seat} chooses {cards}.",
    "move.choose_hidden": "{seat} has chosen.",
    "event.reveal": "{seat} reveals {cards}.",
    "event.kododo": "{count} Kododo cards, the exact number: they alone score.",
    "event.over_limit": "{count} cards are too many: {colour} scores nothing.",
    "event.tied": "A tie: {colour} ({count}) is out of the count.",
    "event.majority": "Majority: {colour} ({count}).",
    "event.nobody": "No colour comes out ahead: nobody scores.",
    "event.scored": "{seat} scores {points}, for a total of {total}.",
    "event.round": "A new round begins.",
    "event.last_round": "The stock is empty: this is the last round, with no more drawing.",
    "event.deck": "No total reaches 50: all the cards are gathered and dealt again, deck {deck}.",
    "event.put_away": "{seat} puts its last card aside, face down.",
    "thumb.choose": "{cards}, for a colour with a chance and not too many of it ({points})",
    "place.stock": "stock",
    "place.discard": "discard",
    "place.removed": "removed cards",
    "place.hand": "hand",
    "place.table": "cards played this round",
    "place.chosen": "hidden choice",
    "place.pile": "score pile",
    "place.score": "points of earlier decks",
    "place.kept": "cards won with earlier decks",
    "key.turn": "turn of the round (1, 2 or 3)",
    "key.deck": "number of the deck",
    "key.long": "one deck (off) or the long game (on)",
    "key.between": "what follows an empty stock in the long game",
    "key.over": "game over",
    "key.seed": "seed of the shuffle",
    "key.rng": "state of the random generator",
}
