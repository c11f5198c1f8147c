"""The words of Kombio, in French and in English: rules, refusals, options, log lines, places and keys."""

FR: dict[str, str] = {
    "title": "Kombio",
    "idea": ("Un jeu de mémoire et de vitesse : alléger une grille de cartes cachées dont on n'a vu que la moitié."),
    "intro": (
        "Chaque place a quatre cartes cachées et n'en connaît que deux. Tour après tour, on remplace, on "
        "regarde, on échange, et l'on tape avant tout le monde quand une carte de la table vaut celle de la "
        "défausse. Qui se croit au plus bas annonce Kombio : à raison, les autres le paient ; à tort, c'est "
        "l'annonce qui coûte cher. On joue des manches jusqu'à ce qu'un total atteigne la limite, et le plus "
        "petit total gagne."
    ),
    "deck": (
        "70 cartes : trois -1, trois 0, cinq de chaque valeur de 1 à 12, deux 13 et deux 14. Celles de 7 à "
        "14 sont les 34 cartes d'action."
    ),
    "KOM-01": (
        "Chaque place reçoit quatre cartes cachées, sur deux rangs : cases 1 et 2 en haut, cases 3 et 4 en "
        "bas. Elle voit une fois ses cases 3 et 4, puis la manche commence. Tout le reste est la pioche ; la "
        "défausse est vide."
    ),
    "KOM-02": (
        "On ne déplace pas ses cartes, et une case vidée reste vide. Une carte de plus va dans la première "
        "case vide après la quatrième, au besoin dans une nouvelle (5, 6…). Grilles et pioche sont cachées, "
        "la défausse est visible."
    ),
    "KOM-03": "Un tour, une seule chose : piocher, prendre le dessus de la défausse ou annoncer Kombio.",
    "KOM-04": (
        "Qui pioche est seul à voir la carte. Elle remplace une carte de sa grille, qui part, visible, à la "
        "défausse, ou bien elle y part elle-même."
    ),
    "KOM-05": (
        "Piochée puis défaussée aussitôt, une carte de 7 à 14 offre une action, proposée même s'il ne reste "
        "qu'à y renoncer, ce qui est toujours permis. 7 ou 8 : voir une carte à soi ; 9 ou 10 : voir une "
        "carte d'une autre place ; 11 ou 12 : échanger deux cartes de la table sans les voir. 13 : voir une "
        "carte, puis, au choix, l'échanger avec une autre qu'on ne voit pas ; 14 : voir deux cartes, puis, "
        "au choix, les échanger."
    ),
    "KOM-06": "Une carte qui passe d'une grille à la défausse, remplacée ou tapée, n'offre jamais d'action.",
    "KOM-07": (
        "Prendre, c'est mettre le dessus de la défausse dans une de ses cases ; la carte qui s'y trouvait "
        "part, visible, à la défausse. On ne prend rien si la défausse est vide, ni une carte arrivée là par "
        "une tape."
    ),
    "KOM-08": (
        "Kombio s'annonce au lieu de piocher ou de prendre, avec peu ou beaucoup de cartes, et une seule "
        "fois par manche. Toutes les autres places ont encore un tour, pour piocher ou prendre, puis on "
        "compte."
    ),
    "KOM-09": (
        "Les cartes de qui a annoncé Kombio sont taboues : on ne peut ni les voir, ni les échanger, ni "
        "les taper. À deux, elles ne le sont pas."
    ),
    "KOM-10": (
        "À tout moment, même hors de son tour, on peut taper et désigner aussitôt une carte de la table, à "
        "soi ou non, qu'on croit de la valeur du dessus de la défausse. La première tape l'emporte, et la "
        "carte désignée est montrée à tous."
    ),
    "KOM-11": "Bien vu, et la carte est à vous : elle rejoint la défausse et votre grille s'allège d'autant.",
    "KOM-12": (
        "Bien vu, et la carte est à une autre place : elle rejoint la défausse, et une de vos cartes, que "
        "personne ne regarde, comble le vide."
    ),
    "KOM-13": (
        "Erreur, et la carte est à vous : elle est recachée dans sa case, mais tout le monde l'a vue. Une "
        "carte de pénalité, que personne ne regarde, s'ajoute à votre grille."
    ),
    "KOM-14": (
        "Erreur, et la carte est à une autre place : à elle de choisir. Ou bien elle vous la cède, et votre "
        "grille compte une carte de plus, ou bien elle la garde, et la pioche vous donne une carte de "
        "pénalité que personne ne regarde."
    ),
    "KOM-15": (
        "Un même dessus de défausse ne supporte qu'une tape, bonne ou mauvaise. La carte qu'une tape y amène "
        "ne peut être ni tapée ni prise."
    ),
    "KOM-16": (
        "Une tape sur une carte d'action tout juste jouée n'annule pas l'action. Mais si une carte regardée "
        "a entre-temps quitté sa case, il ne reste qu'à renoncer."
    ),
    "KOM-17": (
        "La manche s'achève dès qu'une grille est vide, ou après le dernier tour qui suit l'annonce ; on "
        "montre tout et chaque place additionne ses cartes. Une tape est d'abord réglée jusqu'au bout, don "
        "ou choix compris. Une carte piochée mais pas encore posée ne compte pas."
    ),
    "KOM-18": "Sans carte, une place note 0.",
    "KOM-19": (
        "Si l'auteur de l'annonce a strictement moins que toutes les autres places, il note ses points et "
        "chacune des autres note les siens plus 10. S'il est rejoint ou battu par une seule d'entre elles, "
        "il note les siens plus 15, et les autres notent simplement les leurs."
    ),
    "KOM-20": (
        "La partie s'arrête quand un total atteint la limite convenue (100), et le plus petit total gagne. "
        "Une égalité revient à qui a noté le moins dans la dernière manche, les 10 et les 15 en plus "
        "compris ; si elle persiste, la victoire est partagée."
    ),
    "KOM-R1": (
        "Le hasard désigne qui ouvre la première manche, et le départ avance ensuite d'une place par manche. "
        "On joue dans le sens horaire."
    ),
    "KOM-R2": (
        "S'il faut une carte et que la pioche est vide, on en refait une avec toute la défausse mélangée, "
        "sauf son dessus. Si cela ne donne rien, on ne peut pas piocher et une pénalité est abandonnée. Qui "
        "ne peut ni piocher ni prendre doit annoncer Kombio ou, si c'est déjà fait, laisser filer son tour."
    ),
    "KOM-R3": "À trois ou plus, qui a annoncé Kombio ne peut plus taper.",
    "KOM-R4": (
        "Une grille qui se vide après l'annonce arrête aussitôt la manche, et sa place note 0, sans jamais "
        "10 ni 15 de plus. Les autres comptent selon KOM-19, et ce 0 entre dans la comparaison."
    ),
    "KOM-R5": (
        "Un 11 ou un 12 peut échanger deux cartes d'une même grille : c'est l'action qui les déplace. Un 13 "
        "ou un 14 peut viser toute carte qui n'est pas taboue ; un 14 en regarde exactement deux."
    ),
    "KOM-R6": (
        "Un nouveau dessus peut être tapé dès qu'il paraît, jusqu'à ce qu'il soit tapé, recouvert ou pris, "
        "ou que tout le monde ait passé ; le tour avance sans attendre, et ni une action ni une annonce n'y "
        "changent rien. Qui a passé ne peut plus taper ce dessus, et tant qu'un don ou un choix est attendu, "
        "seule la place concernée agit. Après le dernier tour qui suit l'annonce, la manche attend que "
        "toutes les places en droit de taper aient passé, ou que la tape soit réglée."
    ),
    "KOM-R7": "La limite est de 100 points ; on peut la fixer de 20 à 300.",
    "KOM-R8": (
        "Qui tape en premier ? En jeu pas à pas, les places sont interrogées dans un ordre tiré au sort ; à "
        "une table en direct, c'est l'ordre d'arrivée, corrigé du retard mesuré de chaque connexion. "
        "L'option de table race en décide : fair, arrival ou turns, et fair si l'on ne dit rien."
    ),
    "KOM-R9": (
        "Sans annonce, une manche pourrait durer toujours : après 300 tours, elle est comptée comme une "
        "manche sans annonce. Ce nombre se règle de 50 à 1000."
    ),
    "KOM-R10": (
        "Une grille a 16 cases au plus. Si aucune n'est libre pour une carte de plus, la pénalité est "
        "abandonnée et une carte mal tapée ne peut pas être cédée."
    ),
    "refuse.KOM-03": (
        "« {move} » n'est plus possible : {seat} a déjà commencé autre chose et doit d'abord finir ce tour."
    ),
    "refuse.KOM-04": (
        "« {move} » n'est pas possible maintenant : on pioche une seule carte par tour, et c'est elle qu'on "
        "garde ou qu'on défausse ensuite."
    ),
    "refuse.KOM-05": (
        "« {move} » n'est pas une action possible ici : il faut une carte d'action piochée et aussitôt "
        "défaussée, et s'en tenir aux cartes qu'elle permet de regarder ou d'échanger."
    ),
    "refuse.KOM-07": (
        "« {move} » : il n'y a rien à prendre, la défausse est vide ou son dessus vient d'une tape ; il faut "
        "jouer autre chose."
    ),
    "refuse.KOM-08": (
        "Kombio a déjà été annoncé dans cette manche : il reste à {seat} un tour pour piocher ou prendre."
    ),
    "refuse.KOM-09": ("« {move} » : les cartes de qui a annoncé Kombio sont taboues ; il faut en choisir une autre."),
    "refuse.KOM-12": (
        "« {move} » ne convient pas maintenant : on donne une carte après une tape juste chez une autre "
        "place, seulement alors, et avant toute autre chose."
    ),
    "refuse.KOM-14": (
        "« {move} » ne convient pas maintenant : on cède ou on garde sa carte après une tape fausse venue "
        "d'une autre place, seulement alors, et avant toute autre chose."
    ),
    "refuse.KOM-15": (
        "« {move} » : ce dessus n'est plus à taper pour {seat}, ou il n'y en a pas ; il faut en attendre un nouveau."
    ),
    "refuse.KOM-R2": (
        "« {move} » n'est pas possible : on pioche s'il reste de quoi piocher, et on laisse filer son tour "
        "seulement si l'on ne peut ni piocher, ni prendre, ni annoncer Kombio."
    ),
    "refuse.KOM-R3": ("{seat} a annoncé Kombio et ne peut plus taper : il faut laisser cela aux autres places."),
    "refuse.KOM-R10": (
        "La carte ne peut pas être cédée, la grille de qui a tapé n'a plus de case libre : {seat} doit la garder."
    ),
    "option.limit": "Le total à atteindre pour que la partie s'arrête à la fin de la manche.",
    "option.max_turns": "Le nombre de tours après lequel une manche sans annonce est comptée.",
    "move.draw": "{seat} pioche.",
    "move.take": "{seat} prend le dessus de la défausse et le met en case {slot}.",
    "move.kombio": "« Kombio ! » L'annonce vient de {seat}.",
    "move.idle": "{seat} ne peut rien jouer et laisse filer son tour.",
    "move.keep": "{seat} garde la carte piochée et la met en case {slot}.",
    "move.discard": "{seat} défausse la carte piochée.",
    "move.look": "{seat} regarde {slot}.",
    "move.look_two": "{seat} regarde {slot} et {other}.",
    "move.exchange": "{seat} échange {slot} et {other}.",
    "move.skip": "{seat} en reste là.",
    "move.slap": "{seat} tape et désigne {slot}.",
    "move.pass": "{seat} ne tape pas.",
    "move.give": "{seat} donne sa carte de la case {slot}.",
    "move.hand_over": "{seat} cède la carte.",
    "move.keep_card": "{seat} garde la carte.",
    "event.action": "{card} : une action s'offre à {seat}.",
    "event.right": "Bien vu de {seat} : {slot} vaut {card}.",
    "event.wrong": "Erreur de {seat} : {slot} vaut {card}.",
    "event.penalty": "Une carte de pénalité, que personne ne regarde, va à {seat}.",
    "event.no_penalty": ("Pas de pénalité pour {seat} : il n'y a plus de carte à piocher, ou plus de case libre."),
    "event.reshuffle": "La défausse, sauf son dessus, est mélangée et devient la pioche.",
    "event.empty": "{seat} n'a plus de carte : la manche s'arrête.",
    "event.last_turns": "Kombio est annoncé par {seat} : encore un tour pour chacune des autres places.",
    "event.limit_turns": "Le nombre de tours est épuisé sans annonce : on compte.",
    "event.caller_best": (
        "Annonce réussie : {seat} a le moins de points, et les autres places qui ont encore des cartes "
        "notent 10 points de plus."
    ),
    "event.caller_beaten": (
        "Annonce manquée : {seat} n'a pas strictement moins que les autres, et note 15 points de plus s'il "
        "lui reste des cartes."
    ),
    "event.score": "{seat} : {points} pour cette manche, {total} au total.",
    "event.round": "Manche {round} : {seat} commence.",
    "thumb.draw": "rien à prendre sur la défausse",
    "thumb.take": "la carte du dessus est plus basse ({points})",
    "thumb.kombio": "la grille semble assez légère",
    "thumb.idle": "il n'y a rien d'autre à faire",
    "thumb.keep": "la carte piochée est plus basse ({points})",
    "thumb.discard": "la carte piochée n'apporte rien ({points})",
    "thumb.look": "mieux vaut savoir ce qu'il y a là",
    "thumb.look_two": "mieux vaut savoir ce qu'il y a là",
    "thumb.exchange": "l'échange est bon ({points})",
    "thumb.skip": "il n'y a rien à gagner",
    "thumb.slap": "la carte est la même ({points})",
    "thumb.pass": "aucune carte connue ne convient",
    "thumb.give": "la plus lourde de ses cartes ({points})",
    "thumb.hand_over": "une carte lourde de moins ({points})",
    "thumb.keep_card": "la pénalité pèsera plus lourd ({points})",
    "place.stock": "pioche",
    "place.discard": "défausse",
    "place.grid": "grille",
    "place.knows": "cases connues",
    "place.score": "score",
    "place.last": "points de la dernière manche",
    "key.turn": "place dont c'est le tour",
    "key.first": "place qui a ouvert la manche",
    "key.round": "numéro de la manche",
    "key.phase": "moment du tour (tour, carte piochée, action, carte regardée, don, choix, dernier dessus)",
    "key.drawn": "carte piochée, à placer",
    "key.called": "place qui a annoncé Kombio",
    "key.slap": "dessus de la défausse encore à taper (open) ou non (closed)",
    "key.slapped": "dessus de la défausse arrivé par une tape",
    "key.ask": "places qui peuvent encore taper, dans l'ordre",
    "key.looked": "cases que l'action en cours a fait voir",
    "key.slapper": "place qui a tapé",
    "key.named": "case désignée par la tape",
    "key.then": "moment du tour qui reprend après le don ou le choix",
    "key.turns": "tours joués dans cette manche",
    "key.limit": "total qui met fin à la partie",
    "key.max_turns": "nombre maximal de tours d'une manche sans annonce",
    "key.over": "partie terminée",
    "key.seed": "graine du mélange",
    "key.rng": "état du générateur de hasard",
}

EN: dict[str, str] = {
    "title": "Kombio",
    "idea": "A game of memory and speed: lighten a grid of hidden cards of which you have seen only half.",
    "intro": (
        "Every seat has four hidden cards and knows only two of them. Turn by turn you replace, look and "
        "exchange, and slap before anybody else when a card on the table equals the one on the discard. "
        "Whoever feels lowest calls Kombio: if so, the others pay for it; if not, the call is costly. Rounds "
        "are played until a total reaches the limit, and the smallest total wins."
    ),
    "deck": (
        "70 cards: three -1, three 0, five of each value from 1 to 12, two 13 and two 14. Those from 7 to 14 "
        "are the 34 action cards."
    ),
    "KOM-01": (
        "Every seat gets four hidden cards in two rows: slots 1 and 2 on top, slots 3 and 4 below. It sees "
        "its slots 3 and 4 once, then the round begins. All the rest is the stock; the discard is empty."
    ),
    "KOM-02": (
        "You do not move your cards about, and a slot once empty stays empty. An extra card goes into the "
        "first empty slot after the fourth, if need be into a new one (5, 6…). Grids and stock are hidden, "
        "the discard is open."
    ),
    "KOM-03": "One turn, one thing: draw, take the top of the discard, or call Kombio.",
    "KOM-04": (
        "Only the seat that draws sees the card. It replaces a card of that seat's grid, which goes face up "
        "to the discard, or it goes there itself."
    ),
    "KOM-05": (
        "Drawn and discarded at once, a card from 7 to 14 offers an action, which is put to you even if "
        "declining is all that is left; you may always decline. 7 or 8: see a card of your own; 9 or 10: see "
        "a card of another seat; 11 or 12: exchange two cards on the table without seeing them. 13: see one "
        "card, then, if you like, exchange it with another that you do not see; 14: see two cards, then, if "
        "you like, exchange them."
    ),
    "KOM-06": "A card that goes from a grid to the discard, replaced or slapped, never offers an action.",
    "KOM-07": (
        "To take is to put the top of the discard into one of your slots; the card that was there goes face "
        "up to the discard. Nothing can be taken from an empty discard, nor a card that a slap has put there."
    ),
    "KOM-08": (
        "Kombio is called in place of drawing or taking, with few cards or many, and only once a round. All "
        "the other seats have one more turn, to draw or take, then the points are counted."
    ),
    "KOM-09": (
        "The cards of the seat that called Kombio are untouchable: they can't be seen, exchanged or slapped. "
        "With two players they can."
    ),
    "KOM-10": (
        "At any moment, even out of turn, you may slap and point at once to a card on the table, yours or "
        "not, that you believe to have the value of the top of the discard. The first slap counts, and the "
        "card pointed to is shown to all."
    ),
    "KOM-11": "Well spotted, and the card is yours: it joins the discard and your grid is that much lighter.",
    "KOM-12": (
        "Well spotted, and the card is another seat's: it joins the discard, and one of your cards, which "
        "nobody looks at, fills the gap."
    ),
    "KOM-13": (
        "A mistake, and the card is yours: it is hidden again in its slot, but everybody has seen it. A "
        "penalty card, which nobody looks at, is added to your grid."
    ),
    "KOM-14": (
        "A mistake, and the card is another seat's: the choice is theirs. Either they hand it to you, and "
        "your grid has one card more, or they keep it, and the stock gives you a penalty card that nobody "
        "looks at."
    ),
    "KOM-15": (
        "One and the same top of the discard bears only one slap, good or bad. The card that a slap brings "
        "there can be neither slapped nor taken."
    ),
    "KOM-16": (
        "A slap on an action card just played does not cancel the action. But if a card that was looked at "
        "has left its slot in the meantime, declining is all that is left."
    ),
    "KOM-17": (
        "The round is over as soon as a grid is empty, or after the last turn that follows the call; "
        "everything is shown and every seat adds up its cards. A slap is first settled to the end, gift or "
        "choice included. A card drawn but not yet placed does not count."
    ),
    "KOM-18": "Without cards, a seat notes 0.",
    "KOM-19": (
        "If the caller has strictly less than all the other seats, it notes its points and each of the "
        "others notes its own plus 10. If even one of them equals or beats it, it notes its own plus 15, and "
        "the others simply note theirs."
    ),
    "KOM-20": (
        "The game stops when a total reaches the agreed limit (100), and the smallest total wins. A tie goes "
        "to the seat that noted least in the last round, the extra 10 and 15 included; if it persists, the "
        "victory is shared."
    ),
    "KOM-R1": (
        "Chance decides who opens the first round, and the start then moves on by one seat a round. Play "
        "goes round clockwise."
    ),
    "KOM-R2": (
        "If a card is needed and the stock is empty, a new one is made by shuffling the whole discard except "
        "its top. If that yields nothing, drawing is impossible and a penalty is dropped. A seat that can "
        "neither draw nor take has to call Kombio or, if that has been done already, let its turn go by."
    ),
    "KOM-R3": "With three players or more, the seat that called Kombio can't slap any more.",
    "KOM-R4": (
        "A grid that becomes empty after the call stops the round at once, and its seat notes 0, never 10 or "
        "15 more. The others count by KOM-19, and this 0 is part of the comparison."
    ),
    "KOM-R5": (
        "An 11 or a 12 may exchange two cards of one grid: it is the action that moves them. A 13 or a 14 "
        "may aim at any card that is not untouchable; a 14 looks at exactly two."
    ),
    "KOM-R6": (
        "A new top can be slapped as soon as it appears, until it is slapped, covered or taken, or until "
        "everybody has passed; the turn moves on without waiting, and neither an action nor a call changes "
        "that. Whoever has passed can't slap this top any more, and while a gift or a choice is awaited, "
        "only the seat concerned acts. After the last turn that follows the call, the round waits until all "
        "seats entitled to slap have passed, or until the slap is settled."
    ),
    "KOM-R7": "The limit is 100 points; it can be set from 20 to 300.",
    "KOM-R8": (
        "Who slapped first? In step-by-step play the seats are asked in an order drawn by lot; at a live "
        "table it is the order of arrival, corrected for the measured delay of each connection. The table "
        "option race decides: fair, arrival or turns, and fair if nothing is said."
    ),
    "KOM-R9": (
        "Without a call a round could last for ever: after 300 turns it is counted as a round without a "
        "call. This number can be set from 50 to 1000."
    ),
    "KOM-R10": (
        "A grid has 16 slots at most. If none is free for an extra card, the penalty is dropped and a card "
        "wrongly slapped can't be handed over."
    ),
    "refuse.KOM-03": (
        "“{move}” is no longer possible: {seat} has already begun something else and has to finish this turn first."
    ),
    "refuse.KOM-04": (
        "“{move}” is not possible now: you draw one card a turn, no more, and that is the one you then keep or discard."
    ),
    "refuse.KOM-05": (
        "“{move}” is no action that is possible here: it takes an action card drawn and discarded at once, "
        "and only the cards it allows you to look at or exchange."
    ),
    "refuse.KOM-07": (
        "“{move}”: there is nothing to take, the discard is empty or its top was put there by a slap; play "
        "something else."
    ),
    "refuse.KOM-08": ("Kombio has already been called in this round: {seat} has one turn left to draw or take."),
    "refuse.KOM-09": ("“{move}”: the cards of the seat that called Kombio are untouchable; choose another one."),
    "refuse.KOM-12": (
        "“{move}” will not do now: a card is given after a right slap at another seat's card, only then, and "
        "before anything else."
    ),
    "refuse.KOM-14": (
        "“{move}” will not do now: a card is handed over or kept after another seat's wrong slap, only then, "
        "and before anything else."
    ),
    "refuse.KOM-15": ("“{move}”: this top is no longer {seat}'s to slap, or there is none; wait for a new one."),
    "refuse.KOM-R2": (
        "“{move}” is not possible: you draw if there is something left to draw, and let your turn go by only "
        "if you can neither draw, nor take, nor call Kombio."
    ),
    "refuse.KOM-R3": ("{seat} has called Kombio and can't slap any more: that has to be left to the other seats."),
    "refuse.KOM-R10": (
        "The card can't be handed over, the grid of the seat that slapped has no free slot: {seat} has to keep it."
    ),
    "option.limit": "The total to reach for the game to stop at the end of the round.",
    "option.max_turns": "The number of turns after which a round without a call is counted.",
    "move.draw": "{seat} draws.",
    "move.take": "{seat} takes the top of the discard and puts it into slot {slot}.",
    "move.kombio": "“Kombio!” The call comes from {seat}.",
    "move.idle": "{seat} has nothing to play and lets the turn go by.",
    "move.keep": "{seat} keeps the drawn card and puts it into slot {slot}.",
    "move.discard": "{seat} discards the drawn card.",
    "move.look": "{seat} looks at {slot}.",
    "move.look_two": "{seat} looks at {slot} and {other}.",
    "move.exchange": "{seat} exchanges {slot} and {other}.",
    "move.skip": "{seat} leaves it at that.",
    "move.slap": "{seat} slaps and points to {slot}.",
    "move.pass": "{seat} does not slap.",
    "move.give": "{seat} gives its card in slot {slot}.",
    "move.hand_over": "{seat} hands the card over.",
    "move.keep_card": "{seat} keeps the card.",
    "event.action": "{card}: an action is offered to {seat}.",
    "event.right": "Well spotted by {seat}: {slot} is {card}.",
    "event.wrong": "A mistake by {seat}: {slot} is {card}.",
    "event.penalty": "A penalty card, which nobody looks at, goes to {seat}.",
    "event.no_penalty": "No penalty for {seat}: there is no card left to draw, or no free slot.",
    "event.reshuffle": "The discard, except its top, is shuffled and becomes the stock.",
    "event.empty": "{seat} has no card left: the round stops.",
    "event.last_turns": "Kombio is called by {seat}: one more turn for each of the other seats.",
    "event.limit_turns": "The turns have run out without a call: the points are counted.",
    "event.caller_best": (
        "A good call: {seat} has the fewest points, and the other seats that still have cards note 10 points more."
    ),
    "event.caller_beaten": (
        "A bad call: {seat} does not have strictly less than the others, and notes 15 points more if it has cards left."
    ),
    "event.score": "{seat}: {points} for this round, {total} in all.",
    "event.round": "Round {round}: {seat} begins.",
    "thumb.draw": "nothing worth taking on the discard",
    "thumb.take": "the card on top is lower ({points})",
    "thumb.kombio": "the grid seems light enough",
    "thumb.idle": "there is nothing else to do",
    "thumb.keep": "the drawn card is lower ({points})",
    "thumb.discard": "the drawn card brings nothing ({points})",
    "thumb.look": "better to know what lies there",
    "thumb.look_two": "better to know what lies there",
    "thumb.exchange": "a good exchange ({points})",
    "thumb.skip": "there is nothing to gain",
    "thumb.slap": "the card is the same ({points})",
    "thumb.pass": "no card it knows fits",
    "thumb.give": "the heaviest of its cards ({points})",
    "thumb.hand_over": "one heavy card fewer ({points})",
    "thumb.keep_card": "the penalty will weigh more ({points})",
    "place.stock": "stock",
    "place.discard": "discard",
    "place.grid": "grid",
    "place.knows": "known slots",
    "place.score": "score",
    "place.last": "points of the last round",
    "key.turn": "seat whose turn it is",
    "key.first": "seat that opened the round",
    "key.round": "number of the round",
    "key.phase": "moment of the turn (turn, card drawn, action, card looked at, gift, choice, last top)",
    "key.drawn": "card drawn, to be placed",
    "key.called": "seat that called Kombio",
    "key.slap": "top of the discard that can still be slapped (open) or not (closed)",
    "key.slapped": "top of the discard put there by a slap",
    "key.ask": "seats that may still slap, in order",
    "key.looked": "slots that the present action has shown",
    "key.slapper": "seat that slapped",
    "key.named": "slot the slap pointed to",
    "key.then": "moment of the turn that goes on after the gift or the choice",
    "key.turns": "turns played in this round",
    "key.limit": "total that ends the game",
    "key.max_turns": "greatest number of turns of a round without a call",
    "key.over": "game over",
    "key.seed": "seed of the shuffle",
    "key.rng": "state of the random generator",
}
