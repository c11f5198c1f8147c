"""The words of Coloretto, in French and in English: rules, refusals, options, log lines, places and keys."""

FR: dict[str, str] = {
    "title": "Coloretto",
    "idea": ("Garnir des rangées, et emporter la bonne au bon moment : trois couleurs rapportent, les autres coûtent."),
    "intro": (
        "À son tour, on retourne une carte et on la pose sur une rangée, ou bien on emporte une rangée "
        "entière et on attend la manche suivante. "
        "À la fin, trois couleurs comptent en plus et toutes les autres en moins : mieux vaut beaucoup de "
        "cartes de peu de couleurs. "
        "Chaque carte posée embellit une rangée ou la gâche, et attendre un tour de trop peut coûter cher."
    ),
    "deck": (
        "77 cartes : 63 cartes de couleur (7 couleurs, 9 cartes de chacune), 10 cartes « +2 », 3 jokers et "
        "la carte de dernière manche. "
        "À 2 joueurs, deux couleurs tirées au hasard restent dans la boîte ; à 3 joueurs, une."
    ),
    "COL-01": (
        "Chacun commence avec une carte de couleur devant soi (à 2 joueurs, voir COL-R11). "
        "Ces cartes sont sorties du paquet, et pas une couleur n'y figure deux fois."
    ),
    "COL-02": (
        "Tout le reste, +2 et jokers compris, est mélangé et devient la pioche. "
        "La carte de dernière manche se cache près du fond : elle a sous elle de 0 à 14 cartes, "
        "et chacun de ces nombres a la même chance."
    ),
    "COL-03": "Il y a une rangée par joueur (à 2 joueurs, voir COL-R11).",
    "COL-04": "À son tour, c'est l'un ou l'autre : piocher, ou prendre une rangée.",
    "COL-05": (
        "Piocher, c'est retourner la carte du dessus de la pioche, puis la poser à la vue de tous sur une "
        "rangée qui n'est ni prise ni pleine. "
        "Une rangée a trois places (à 2 joueurs, voir COL-R11)."
    ),
    "COL-06": "Quand toutes les rangées restantes sont pleines, on ne peut plus piocher : il faut prendre.",
    "COL-07": (
        "Prendre, c'est emporter toutes les cartes d'une rangée et les classer par couleur devant soi. "
        "Cette rangée ne sert plus avant la manche suivante, et qui l'a prise attend aussi jusque-là."
    ),
    "COL-08": (
        "Une fois que tout le monde s'est servi, la manche est finie et les rangées reviennent, vides. "
        "Qui s'est servi en dernier ouvre la manche suivante."
    ),
    "COL-09": (
        "Qui retourne la carte de dernière manche la met de côté et retourne aussitôt une autre carte, "
        "sans avoir le choix ; s'il n'y en a plus, rien n'est posé et il faut prendre. "
        "La manche va jusqu'à son terme, comme les autres, et c'est la dernière."
    ),
    "COL-10": (
        "À la fin, chaque joker devient une couleur, au choix de qui le possède. "
        "Chez chacun, jusqu'à trois couleurs comptent en plus, et toutes les autres en moins."
    ),
    "COL-11": (
        "Une couleur de 1, 2, 3, 4 ou 5 cartes vaut 1, 3, 6, 10 ou 15 points ; à partir de 6 cartes, elle en vaut 21."
    ),
    "COL-12": "Chaque carte +2 rapporte 2 points et n'appartient à aucune couleur.",
    "COL-13": "Le meilleur total gagne.",
    "COL-R1": (
        "Une rangée vide ne se prend pas, sauf quand la pioche est épuisée et que toutes les rangées "
        "restantes sont vides."
    ),
    "COL-R2": (
        "Quand la pioche est épuisée, on ne peut plus que prendre. "
        "Si elle est vide à la fin d'une manche, la partie s'arrête là."
    ),
    "COL-R3": (
        "Les jokers et les couleurs comptées en plus sont réglés d'office sur le meilleur total possible, "
        "et ce réglage est montré."
    ),
    "COL-R4": ("Un joker peut devenir n'importe quelle couleur en jeu, même si son propriétaire n'en a aucune carte."),
    "COL-R5": (
        "La feuille laisse à chacun le choix de sa couleur de départ. Comme rien ne distingue alors les couleurs, "
        "nous distribuons ces cartes au hasard, et le sort désigne qui commence : c'est notre décision. "
        "L'option start=choose rend le choix, dans l'ordre des places à partir du premier (deux fois à 2 joueurs) ; "
        "tant qu'il manque une carte de départ on ne fait rien d'autre, et la pioche n'est formée qu'après."
    ),
    "COL-R6": (
        "En option, le nombre de la règle publiée : exactement 15 cartes se trouvent sous la carte de dernière manche."
    ),
    "COL-R7": (
        "En option, un autre barème : une couleur de 1, 2, 3, 4 ou 5 cartes vaut 1, 4, 8, 7 ou 6 points ; "
        "à partir de 6 cartes, 5."
    ),
    "COL-R8": "À égalité, la victoire est partagée.",
    "COL-R9": ("À 2 joueurs, la rangée qui reste quand chacun a pris la sienne sort du jeu avec toutes ses cartes."),
    "COL-R10": (
        "En option, un joker doré remplace un joker ordinaire et compte comme lui. "
        "Dès qu'il est posé, on retourne encore une carte, qui rejoint la même rangée ; celle-ci a une place "
        "de plus pour cette manche. "
        "La carte de dernière manche est mise de côté comme d'habitude, et si la pioche est vide, rien ne "
        "suit."
    ),
    "COL-R11": (
        "Sur une rangée, une carte +2 ou un joker occupe une place comme une autre carte. "
        "À 2 joueurs, chacun commence avec deux cartes, et l'on joue avec 5 couleurs et trois rangées de une, "
        "deux et trois places ; "
        "à 3 joueurs, avec 6 couleurs et trois rangées de trois places."
    ),
    "refuse.COL-01": "« {move} » : cette couleur est déjà choisie ; il en faut une que personne n'a encore.",
    "refuse.COL-03": "« {move} » : cette rangée n'existe pas ici ; il faut en nommer une de la table.",
    "refuse.COL-05": (
        "« {move} » est impossible : une carte retournée se pose avant toute autre chose, sur une rangée ni "
        "prise ni pleine, et sans carte retournée il n'y a rien à poser."
    ),
    "refuse.COL-06": (
        "{seat} ne peut pas piocher : toutes les rangées restantes sont pleines, il faut en prendre une."
    ),
    "refuse.COL-07": "« {move} » : cette rangée est déjà prise ; il faut en choisir une qui reste.",
    "refuse.COL-R1": (
        "« {move} » : une rangée vide ne se prend que si la pioche et toutes les rangées restantes sont "
        "vides ; il faut prendre une rangée qui a des cartes, ou piocher."
    ),
    "refuse.COL-R2": "{seat} ne peut pas piocher : la pioche est vide, il faut prendre une rangée.",
    "refuse.COL-R5": (
        "« {move} » n'est pas pour maintenant : tant qu'il manque des cartes de départ, on choisit une "
        "couleur et rien d'autre ; après, on ne choisit plus."
    ),
    "refuse.COL-R11": "« {move} » : cette couleur n'est pas en jeu ; il faut en choisir une qui l'est.",
    "option.start": "Dit si les cartes de départ sont distribuées au hasard ou choisies à tour de rôle.",
    "option.start.random": "au hasard",
    "option.start.choose": "au choix",
    "option.last_round": "Dit combien de cartes se trouvent sous la carte de dernière manche.",
    "option.last_round.among15": "de 0 à 14, au hasard",
    "option.last_round.above15": "15 exactement, comme dans la règle publiée",
    "option.table": "Dit quel barème donne la valeur des couleurs.",
    "option.table.brown": "brun (1, 3, 6, 10, 15, 21)",
    "option.table.grey": "gris (1, 4, 8, 7, 6, 5)",
    "option.golden": "Remplace un des jokers par le joker doré, qui fait poser une carte de plus.",
    "option.golden.off": "sans joker doré",
    "option.golden.on": "avec le joker doré",
    "colour.P": "rose",
    "move.draw": "{seat} pioche.",
    "move.place": "{seat} pose la carte sur la rangée {row}.",
    "move.take": "{seat} prend la rangée {row}.",
    "move.choose": "{seat} choisit sa couleur de départ : {colour}.",
    "event.drawn": "{seat} retourne {card}.",
    "event.last": "Voici la carte de dernière manche : la partie s'arrêtera à la fin de cette manche.",
    "event.golden": "Le joker doré fait venir une carte de plus sur la rangée {row} : {card}.",
    "event.gone": "La rangée {row} sort du jeu avec ses cartes.",
    "event.round": "Nouvelle manche : {seat} commence.",
    "event.stock": "La pioche est formée.",
    "thumb.draw": "aucune rangée ne paie assez, mieux vaut piocher",
    "thumb.take": "la rangée {row} rapporte {points} tout de suite",
    "thumb.place": "la rangée {row} lui convient mieux qu'aux autres ({points})",
    "thumb.choose": "toutes les couleurs se valent au départ",
    "place.stock": "pioche",
    "place.row1": "rangée 1",
    "place.row2": "rangée 2",
    "place.row3": "rangée 3",
    "place.row4": "rangée 4",
    "place.row5": "rangée 5",
    "place.gone": "écartées",
    "place.cards": "cartes prises",
    "place.out": "(servi)",
    "place.taken": "prise",
    "key.turn": "à qui de jouer",
    "key.first": "qui a commencé cette manche",
    "key.without": "couleurs retirées du jeu",
    "key.drawn": "carte retournée, à poser",
    "key.last": "carte de dernière manche sortie",
    "key.over": "partie finie",
    "key.seed": "graine du mélange",
    "key.rng": "état du générateur de hasard",
}

EN: dict[str, str] = {
    "title": "Coloretto",
    "idea": "Fill rows and carry off the right one at the right moment: three colours pay, the others cost.",
    "intro": (
        "On your turn you either turn over a card and put it on a row, or carry off a whole row and wait for "
        "the next round. "
        "At the end three colours count for you and all the others against you, so many cards of few colours "
        "is what you want. "
        "Every card laid makes a row better or spoils it, and waiting one turn too long can be costly."
    ),
    "deck": (
        "77 cards: 63 colour cards (7 colours, 9 cards of each), 10 “+2” cards, 3 jokers and the last-round "
        "card. "
        "With 2 players, two colours drawn at random stay in the box; with 3 players, one does."
    ),
    "COL-01": (
        "Everybody begins with one colour card in front of them (with 2 players, see COL-R11). "
        "These cards are taken from the deck, and no colour appears among them twice."
    ),
    "COL-02": (
        "Everything else, +2 cards and jokers included, is shuffled and becomes the stock. "
        "The last-round card hides near the bottom: it has from 0 to 14 cards under it, "
        "each of these numbers being equally likely."
    ),
    "COL-03": "There is one row per player (with 2 players, see COL-R11).",
    "COL-04": "A turn is one or the other: draw, or take a row.",
    "COL-05": (
        "To draw is to turn over the top card of the stock and then lay it, for all to see, on a row that is "
        "neither taken nor full. "
        "A row has three places (with 2 players, see COL-R11)."
    ),
    "COL-06": "When all the rows that are left are full, drawing is no longer possible: a row must be taken.",
    "COL-07": (
        "To take is to carry off all the cards of a row and sort them by colour in front of you. "
        "That row is not used again before the next round, and whoever took it waits until then as well."
    ),
    "COL-08": (
        "Once everybody has helped themselves, the round is over and the rows come back, empty. "
        "Whoever took last opens the next round."
    ),
    "COL-09": (
        "Whoever turns over the last-round card sets it aside and at once turns over another card, without "
        "having a choice; if there is none, nothing is laid and a row must be taken. "
        "The round runs its course like any other, and it is the last."
    ),
    "COL-10": (
        "At the end each joker becomes a colour, as its owner likes. "
        "For each player up to three colours count as plus, and all others as minus."
    ),
    "COL-11": "A colour of 1, 2, 3, 4 or 5 cards is worth 1, 3, 6, 10 or 15 points; from 6 cards on, 21.",
    "COL-12": "Each +2 card brings 2 points and belongs to no colour.",
    "COL-13": "The best total wins.",
    "COL-R1": (
        "An empty row can't be taken, except when the stock has run out and all the rows that are left are empty."
    ),
    "COL-R2": (
        "When the stock has run out, taking is all one can do. "
        "If it is empty at the end of a round, the game stops there."
    ),
    "COL-R3": (
        "The jokers and the colours that count as plus are set for you to the best total possible, and you "
        "are shown how."
    ),
    "COL-R4": "A joker may become any colour in play, even one its owner has no card of.",
    "COL-R5": (
        "The sheet leaves the start colour to each player's choice. As nothing tells the colours apart by then, "
        "we deal these cards at random, and chance says who begins: that is our ruling. "
        "The option start=choose gives the choice back, in seat order from the first seat on (twice with 2 players); "
        "as long as a start card is missing nothing else is done, and the stock is made only afterwards."
    ),
    "COL-R6": ("As an option, the number of the published rules: exactly 15 cards lie under the last-round card."),
    "COL-R7": (
        "As an option, another table: a colour of 1, 2, 3, 4 or 5 cards is worth 1, 4, 8, 7 or 6 points; "
        "from 6 cards on, 5."
    ),
    "COL-R8": "Equal totals share the victory.",
    "COL-R9": (
        "With 2 players, the row that is left once both have taken theirs goes out of the game with all its cards."
    ),
    "COL-R10": (
        "As an option, a golden joker replaces a plain one and scores like it. "
        "As soon as it is laid another card is turned over and joins the same row, which has one place more "
        "for this round. "
        "The last-round card is set aside as usual, and if the stock is empty nothing follows."
    ),
    "COL-R11": (
        "On a row, a +2 card or a joker fills a place like any other card. "
        "With 2 players everybody begins with two cards, and there are 5 colours and three rows of one, two and "
        "three places; "
        "with 3 players, 6 colours and three rows of three places."
    ),
    "refuse.COL-01": "“{move}”: this colour has been chosen already; pick one that nobody has yet.",
    "refuse.COL-03": "“{move}”: there is no such row in this game; name one of the rows on the table.",
    "refuse.COL-05": (
        "“{move}” is not possible: a card turned over is laid before anything else, on a row neither taken "
        "nor full, and without such a card there is nothing to lay."
    ),
    "refuse.COL-06": "{seat} can't draw: all the rows that are left are full, one of them must be taken.",
    "refuse.COL-07": "“{move}”: this row has been taken already; choose one that is left.",
    "refuse.COL-R1": (
        "“{move}”: an empty row can be taken only if the stock and all the rows that are left are empty; "
        "take a row that has cards, or draw."
    ),
    "refuse.COL-R2": "{seat} can't draw: the stock is empty, a row must be taken.",
    "refuse.COL-R5": (
        "“{move}” is not for now: as long as start cards are missing you choose a colour and do nothing "
        "else; afterwards there is nothing to choose any more."
    ),
    "refuse.COL-R11": "“{move}”: this colour is not in play; choose among those that are.",
    "option.start": "Says whether the start cards are dealt at random or chosen in turn.",
    "option.start.random": "at random",
    "option.start.choose": "chosen",
    "option.last_round": "Says how many cards lie under the last-round card.",
    "option.last_round.among15": "0 to 14, at random",
    "option.last_round.above15": "exactly 15, as in the published rules",
    "option.table": "Says which table gives the value of the colours.",
    "option.table.brown": "brown (1, 3, 6, 10, 15, 21)",
    "option.table.grey": "grey (1, 4, 8, 7, 6, 5)",
    "option.golden": "Replaces one of the jokers by the golden joker, which brings a further card.",
    "option.golden.off": "no golden joker",
    "option.golden.on": "with the golden joker",
    "colour.P": "pink",
    "move.draw": "{seat} draws.",
    "move.place": "{seat} lays the card on row {row}.",
    "move.take": "{seat} takes row {row}.",
    "move.choose": "{seat} chooses a start colour: {colour}.",
    "event.drawn": "{seat} turns over {card}.",
    "event.last": "Here is the last-round card: the game stops at the end of this round.",
    "event.golden": "The golden joker brings a further card onto row {row}: {card}.",
    "event.gone": "Row {row} goes out of the game with its cards.",
    "event.round": "A new round: {seat} begins.",
    "event.stock": "The stock has been made.",
    "thumb.draw": "no row pays enough yet, so it draws",
    "thumb.take": "row {row} is {points} now",
    "thumb.place": "row {row} suits it better than the others ({points})",
    "thumb.choose": "no colour is better than another at the start",
    "place.stock": "stock",
    "place.row1": "row 1",
    "place.row2": "row 2",
    "place.row3": "row 3",
    "place.row4": "row 4",
    "place.row5": "row 5",
    "place.gone": "put out",
    "place.cards": "cards taken",
    "place.out": "(out)",
    "place.taken": "taken",
    "key.turn": "whose turn it is",
    "key.first": "who began this round",
    "key.without": "colours removed from the game",
    "key.drawn": "card turned over, to be laid",
    "key.last": "last-round card is out",
    "key.over": "game over",
    "key.seed": "seed of the shuffle",
    "key.rng": "state of the random generator",
}
