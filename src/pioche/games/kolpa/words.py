"""Kolpa! in words: its rules, refusals, options and log lines, in French and in English."""

FR: dict[str, str] = {
    "title": "Kolpa !",
    "idea": "Un jeu de défausse à l'envers : ce qui compte, c'est ce qu'on a réussi à ne pas jeter.",
    "intro": (
        "Une carte de la couleur ou du numéro visible part à la défausse ; une autre peut rejoindre votre "
        "zone, où elle vaudra des points, mais il faut alors repiocher. Dès qu'un dessus de pile de votre "
        "zone s'accorde avec la défausse, la zone se ferme. La manche s'arrête quand une main se vide sur la "
        "défausse : la zone compte en plus, la main en moins. On joue des manches jusqu'à ce qu'un total "
        "atteigne le but."
    ),
    "deck": (
        "64 cartes : cinq couleurs (rouge, jaune, vert, bleu, violet) numérotées de 0 à 5, chaque carte en "
        "double, et 4 jokers."
    ),
    "KOL-01": (
        "Les 64 cartes sont mélangées et chaque main en reçoit cinq. Le reste est la pioche ; sa première "
        "carte, retournée, ouvre la défausse."
    ),
    "KOL-02": (
        "La défausse ne s'ouvre jamais sur un joker : il retourne dans la pioche, qu'on mélange encore sans "
        "toucher aux mains, et l'on retourne une autre carte jusqu'à ce que ce ne soit plus un joker."
    ),
    "KOL-03": "Un tour, une carte, ni plus ni moins : on ne passe pas et on n'enchaîne pas.",
    "KOL-04": (
        "Même couleur ou même numéro que le dessus de la défausse : la carte est assortie, elle s'accorde. "
        "Rien d'autre n'y va, à part un joker."
    ),
    "KOL-05": "Une carte de votre main qui s'accorde peut aller à la défausse, au cri de « Kol ! ». On ne pioche rien.",
    "KOL-06": (
        "Le dessus d'une pile de votre propre zone peut aller à la défausse s'il s'accorde, "
        "au cri de « Kol ! ». On ne pioche rien, et la carte du dessous devient visible."
    ),
    "KOL-07": (
        "Une carte de votre main qui ne s'accorde pas peut entrer dans votre zone, sur la pile de sa "
        "couleur, au cri de « Kolpa ! ». Vous piochez ensuite une carte."
    ),
    "KOL-08": "Une carte de la main qui s'accorde n'entre jamais dans la zone.",
    "KOL-09": (
        "Si un dessus de pile de votre zone s'accorde, la zone est fermée : il faut défausser une carte qui "
        "s'accorde, de la zone ou de la main, ou bien un joker. Ce qui est recouvert ne ferme rien."
    ),
    "KOL-10": (
        "Garder en main une carte qui s'accorde est permis : tant que la zone n'est pas fermée, vous pouvez "
        "y mettre une autre carte, qui ne s'accorde pas."
    ),
    "KOL-11": (
        "La zone a une pile par couleur, donc cinq au maximum. Seul le dessus de chaque pile est tenu pour visible."
    ),
    "KOL-12": (
        "Plus de pioche ? On en refait une avec toute la défausse mélangée, sauf son dessus, qui ne bouge "
        "pas. L'annonce d'un joker reste valable."
    ),
    "KOL-13": (
        "Un joker part de la main et va sur la défausse, quelle que soit la carte du dessus. Il n'entre "
        "jamais dans une zone."
    ),
    "KOL-14": (
        "Avec un joker, on annonce une couleur ou un numéro. Tant que le joker n'est pas recouvert, "
        "l'annonce tient lieu de carte du dessus : seule la couleur annoncée, ou seul le numéro annoncé, "
        "s'accorde."
    ),
    "KOL-15": (
        "L'annonce vaut pour chaque place qui suit, et aussi pour celle qui l'a faite, jusqu'à ce qu'une "
        "carte recouvre le joker. Un joker peut en recouvrir un autre, avec une annonce libre, même "
        "identique."
    ),
    "KOL-16": "On joue dans le sens horaire.",
    "KOL-17": (
        "Vider sa main sur la défausse met fin à la manche. La vider dans la zone, non : on pioche aussitôt "
        "et le jeu continue (hormis le cas de KOL-R2)."
    ),
    "KOL-18": (
        "La manche rapporte la somme de toutes les cartes de la zone, même recouvertes, moins les valeurs "
        "restées en main, où un joker coûte 10 points. Les manches s'additionnent et un total peut être "
        "négatif."
    ),
    "KOL-19": (
        "Une manche qui laisse un total à 50 points ou plus est la dernière, et le plus haut total gagne. "
        "Sinon, on en distribue une autre."
    ),
    "KOL-R1": (
        "Le hasard désigne qui ouvre la première manche. À chaque nouvelle manche, le départ avance d'une "
        "place dans le sens horaire."
    ),
    "KOL-R2": (
        "Si ni la pioche ni la défausse ne peuvent fournir de carte, on n'en pioche pas. Si la main reste "
        "vide pour cette raison, la manche s'achève."
    ),
    "KOL-R3": "Un joker joué comme dernière carte de la main met fin à la manche et se joue sans annonce.",
    "KOL-R4": "À égalité au plus haut total, la victoire est partagée.",
    "KOL-R5": (
        "Le but est de 50 points ; on peut le fixer de 10 à 200. Comme les totaux peuvent aussi baisser sans "
        "fin, la partie s'arrête après 200 manches, ou moins si on le choisit, et le plus haut total gagne."
    ),
    "KOL-R6": (
        "D'ordinaire, la table fait respecter KOL-09 ; avec l'option vigilance, seules KOL-08 et KOL-13 "
        "restent imposées pour une pose, et une autre place peut la contester, une seule fois, tant que la "
        "carte suivante n'est pas jouée et que la manche dure. Si un dessus de pile s'accordait avant la "
        "pose, la carte posée revient en main, connue de tous, la carte piochée y reste, et il faut aussitôt "
        "défausser un dessus de pile qui s'accorde. Si la pose était bonne, la place qui a contesté pioche "
        "une carte ; dans les deux cas, le tour ne change pas."
    ),
    "KOL-R7": (
        "On ne remélange la défausse qu'au moment où il faut piocher, et non dès que la dernière carte est "
        "prise. Les cartes jouées entre-temps sont donc mélangées aussi. En option, on le fait dès que la "
        "pioche est épuisée, comme la feuille peut se lire ; s'il n'y a alors que le dessus de la défausse, on "
        "attend qu'il faille piocher."
    ),
    "refuse.KOL-04": (
        "{card} ne s'accorde pas avec le dessus de la défausse : il faut la même couleur, le même numéro ou un joker."
    ),
    "refuse.KOL-08": (
        "{card} s'accorde avec la défausse, et sa place n'est pas dans la zone : il faut l'envoyer à la "
        "défausse, ou choisir une autre carte."
    ),
    "refuse.KOL-09": (
        "Impossible de poser {card}, un dessus de pile qui s'accorde ferme la zone : il faut défausser une "
        "carte qui s'accorde ou un joker."
    ),
    "refuse.KOL-13": "Un joker n'entre jamais dans une zone : il se joue sur la défausse.",
    "refuse.KOL-14": (
        "Le coup « {move} » ne convient pas : sur un joker, il faut suivre l'annonce ou jouer un autre "
        "joker, et un joker se joue en annonçant une couleur ou un numéro."
    ),
    "refuse.KOL-R3": (
        "Le coup « {move} » contient une annonce de trop : un joker joué en dernière carte se joue seul, « J »."
    ),
    "refuse.KOL-R6": (
        "Le coup « {move} » n'est pas possible maintenant : on ne peut contester ou laisser passer qu'une "
        "pose encore contestable, et une pose contestée à raison se répare avec un dessus de pile qui "
        "s'accorde."
    ),
    "option.target": "Le total à atteindre pour que la partie s'arrête à la fin de la manche.",
    "option.rounds": ("Le nombre de manches après lequel la partie s'arrête, même si le but n'est pas atteint."),
    "option.vigilance": (
        "Dit si la table empêche de poser dans une zone fermée, ou si c'est aux autres de le remarquer et de contester."
    ),
    "option.vigilance.off": "la table veille",
    "option.vigilance.on": "aux autres de veiller",
    "option.renew": "Dit quand la défausse est remélangée pour refaire la pioche.",
    "option.renew.needed": "quand il faut piocher",
    "option.renew.empty": "dès que la pioche est épuisée",
    "move.play": "« Kol ! » {seat} joue {card}.",
    "move.zone": "« Kol ! » {seat} défausse {card} de sa zone.",
    "move.kolpa": "« Kolpa ! » {seat} pose {card} dans sa zone.",
    "move.joker": "{seat} joue un joker et annonce : {call}.",
    "move.last_joker": "{seat} joue un joker en dernière carte.",
    "move.callout": "{seat} conteste la pose.",
    "move.pass": "{seat} laisse passer.",
    "event.reshuffle": "La défausse, sauf son dessus, est mélangée et devient la pioche.",
    "event.right": "Contestation fondée : {seat} reprend {card} en main.",
    "event.wrong": "Contestation sans fondement : à {seat} de piocher une carte.",
    "event.dry": "Il n'y a plus de carte à piocher pour {seat}.",
    "event.score": "{seat} : {points} pour cette manche, {total} au total.",
    "event.round": "Manche {round} : {seat} commence.",
    "thumb.play": "une carte de moins en main ({points})",
    "thumb.zone": "il n'y a rien de mieux à rendre ({points})",
    "thumb.kolpa": "{card} compte dans la zone ({points})",
    "thumb.joker": "un joker en main coûterait dix points ({points})",
    "thumb.last_joker": "la manche s'arrête là ({points})",
    "thumb.callout": "la pose était fautive",
    "thumb.pass": "la pose était bonne",
    "place.stock": "pioche",
    "place.discard": "défausse",
    "place.hand": "main",
    "place.zone": "zone",
    "place.score": "score",
    "place.knows": "cartes connues",
    "key.turn": "place dont c'est le tour",
    "key.first": "place qui a ouvert la manche",
    "key.round": "numéro de la manche",
    "key.call": "couleur ou numéro annoncé avec le joker",
    "key.laid": "carte posée qu'on peut encore contester",
    "key.phase": "pose à réparer (amend)",
    "key.ask": "places qui peuvent encore contester, dans l'ordre",
    "key.target": "total à atteindre",
    "key.rounds": "nombre maximal de manches",
    "key.renew": "quand la pioche est refaite",
    "key.vigilance": "zone fermée gardée par la table (off) ou par les autres (on)",
    "key.over": "partie terminée",
    "key.seed": "graine du mélange",
    "key.rng": "état du générateur de hasard",
}

EN: dict[str, str] = {
    "title": "Kolpa!",
    "idea": "A shedding game turned upside down: what counts is what you managed not to throw away.",
    "intro": (
        "A card of the colour or number on show goes to the discard; another one may join your zone, where "
        "it will be worth points, but then you draw again. As soon as the top of a pile in your zone matches "
        "the discard, the zone is closed. The round stops when a hand runs out onto the discard: your zone "
        "counts for you, your hand against you. Rounds are played until a total reaches the target."
    ),
    "deck": (
        "64 cards: five colours (red, yellow, green, blue, purple) numbered 0 to 5, every card twice, and 4 jokers."
    ),
    "KOL-01": (
        "All 64 cards are shuffled and every hand gets five. The rest is the stock; its first card, turned "
        "up, opens the discard."
    ),
    "KOL-02": (
        "The discard never opens with a joker: it goes back into the stock, which is shuffled again without "
        "touching the hands, and another card is turned up until it is not a joker."
    ),
    "KOL-03": "One turn, one card, no more and no less: there is no passing and no second card.",
    "KOL-04": (
        "Same colour or same number as the top of the discard: the card matches. Nothing else goes there, save a joker."
    ),
    "KOL-05": "A matching card from your hand may go to the discard, to the cry of “Kol!”. Nothing is drawn.",
    "KOL-06": (
        "The top of a pile in your own zone may go to the discard if it matches, to the cry of “Kol!”. "
        "Nothing is drawn, and the card below comes into view."
    ),
    "KOL-07": (
        "A card from your hand that does not match may enter your zone, on the pile of its colour, to the "
        "cry of “Kolpa!”. You then draw one card."
    ),
    "KOL-08": "A hand card that matches never enters the zone.",
    "KOL-09": (
        "If the top of a pile in your zone matches, the zone is closed: a matching card, from zone or hand, "
        "or else a joker has to go to the discard. What is covered closes nothing."
    ),
    "KOL-10": (
        "Keeping a matching card in hand is allowed: as long as the zone is not closed, you may put another "
        "card there, one that does not match."
    ),
    "KOL-11": ("A zone has one pile for each colour, so five at most. Only the top of each pile is taken as visible."),
    "KOL-12": (
        "No stock left? The whole discard is shuffled into a new one, except its top, which does not move. A "
        "joker's call remains in force."
    ),
    "KOL-13": "A joker leaves the hand for the discard, whatever card is on top. It never enters a zone.",
    "KOL-14": (
        "With a joker goes the call of a colour or a number. As long as the joker is not covered, the call "
        "takes the place of the top card: only the called colour, or only the called number, matches."
    ),
    "KOL-15": (
        "The call holds for every seat that follows, and for the one that made it too, until a card covers "
        "the joker. A joker may cover another, with a call of any kind, even the same one."
    ),
    "KOL-16": "Play goes round clockwise.",
    "KOL-17": (
        "Emptying a hand onto the discard ends the round. Emptying it into the zone does not: a card is "
        "drawn at once and play goes on (the case of KOL-R2 apart)."
    ),
    "KOL-18": (
        "A round is worth the sum of all the cards in the zone, even covered ones, less the values left in "
        "hand, where a joker costs 10 points. Rounds add up, and a total may be negative."
    ),
    "KOL-19": (
        "A round that leaves some total at 50 points or more is the last, and the highest total wins. "
        "Otherwise another one is dealt."
    ),
    "KOL-R1": (
        "Chance decides who opens the first round. With every new round the start moves on by one seat, clockwise."
    ),
    "KOL-R2": (
        "If neither the stock nor the discard can provide a card, none is drawn. If the hand stays empty for "
        "that reason, the round is over."
    ),
    "KOL-R3": "A joker played as the last card of a hand ends the round and is played without a call.",
    "KOL-R4": "When several seats share the highest total, they share the victory.",
    "KOL-R5": (
        "The target is 50 points; it can be set from 10 to 200. As totals may also go down without end, the "
        "game stops after 200 rounds, or fewer if so chosen, and the highest total wins."
    ),
    "KOL-R6": (
        "Normally the table enforces KOL-09; with the vigilance option only KOL-08 and KOL-13 still bind a "
        "lay, and another seat may call it out, once only, as long as the next card has not been played and "
        "the round lasts. If the top of a pile matched before the lay, the laid card returns to the hand, "
        "known to all, the drawn card stays there, and a matching top has to go to the discard at once. If "
        "the lay was good, the seat that called out draws a card; either way the turn does not change."
    ),
    "KOL-R7": (
        "The discard is reshuffled only when a card has to be drawn, not as soon as the last one is taken. "
        "Cards played in the meantime are therefore shuffled in too. As an option it is done as soon as the "
        "stock has run out, as the sheet may be read; if only the top of the discard lies there, it waits "
        "until a card has to be drawn."
    ),
    "refuse.KOL-04": (
        "{card} does not match the top of the discard: it takes the same colour, the same number or a joker."
    ),
    "refuse.KOL-08": (
        "{card} matches the discard, and its place is not in the zone: it has to be discarded, or another card chosen."
    ),
    "refuse.KOL-09": (
        "{card} cannot be laid, a top that matches closes the zone: a matching card or a joker has to go to "
        "the discard."
    ),
    "refuse.KOL-13": "A joker never enters a zone: it is played to the discard.",
    "refuse.KOL-14": (
        "The move '{move}' will not do: on a joker one follows the call or plays another joker, and a joker "
        "is played with the call of a colour or a number."
    ),
    "refuse.KOL-R3": ("The move '{move}' has a call too many: a joker played as the last card is played alone, 'J'."),
    "refuse.KOL-R6": (
        "The move '{move}' is not possible now: only a lay still open to a callout can be called out or let "
        "pass, and a lay rightly called out is made good with a matching top of the zone."
    ),
    "option.target": "The total to reach for the game to stop at the end of the round.",
    "option.rounds": "The number of rounds after which the game stops, even if the target is not reached.",
    "option.vigilance": (
        "Says whether the table prevents laying in a closed zone, or whether the others have to notice it "
        "and call it out."
    ),
    "option.vigilance.off": "the table watches",
    "option.vigilance.on": "the others watch",
    "option.renew": "Says when the discard is shuffled into a new stock.",
    "option.renew.needed": "when a card has to be drawn",
    "option.renew.empty": "as soon as the stock has run out",
    "move.play": "“Kol!” {seat} plays {card}.",
    "move.zone": "“Kol!” {seat} discards {card} from its zone.",
    "move.kolpa": "“Kolpa!” {seat} lays {card} in its zone.",
    "move.joker": "{seat} plays a joker and calls: {call}.",
    "move.last_joker": "{seat} plays a joker as its last card.",
    "move.callout": "{seat} calls out the lay.",
    "move.pass": "{seat} lets it pass.",
    "event.reshuffle": "The discard, except its top, is shuffled and becomes the stock.",
    "event.right": "Rightly called out: {seat} takes {card} back into hand.",
    "event.wrong": "Wrongly called out: it is for {seat} to draw a card.",
    "event.dry": "There is no card left to draw for {seat}.",
    "event.score": "{seat}: {points} for this round, {total} in all.",
    "event.round": "Round {round}: {seat} begins.",
    "thumb.play": "one card fewer in hand ({points})",
    "thumb.zone": "there is nothing better to give up ({points})",
    "thumb.kolpa": "{card} counts in the zone ({points})",
    "thumb.joker": "a joker left in hand would cost ten points ({points})",
    "thumb.last_joker": "that ends the round ({points})",
    "thumb.callout": "the lay was wrong",
    "thumb.pass": "the lay was right",
    "place.stock": "stock",
    "place.discard": "discard",
    "place.hand": "hand",
    "place.zone": "zone",
    "place.score": "score",
    "place.knows": "known cards",
    "key.turn": "seat whose turn it is",
    "key.first": "seat that opened the round",
    "key.round": "number of the round",
    "key.call": "colour or number called with the joker",
    "key.laid": "card laid that can still be called out",
    "key.phase": "lay to be made good (amend)",
    "key.ask": "seats that may still call out, in order",
    "key.target": "total to reach",
    "key.rounds": "greatest number of rounds",
    "key.renew": "when the stock is made anew",
    "key.vigilance": "closed zone guarded by the table (off) or by the others (on)",
    "key.over": "game over",
    "key.seed": "seed of the shuffle",
    "key.rng": "state of the random generator",
}
