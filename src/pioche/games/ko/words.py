"""The words of KO, in French and in English: rules, refusals, options, log lines, places and keys."""

FR: dict[str, str] = {
    "title": "KO",
    "idea": "Réunir avant les autres, face cachée devant soi, les numéros 1 à 15 d'une seule couleur.",
    "intro": (
        "À chaque tour, on se défausse de cartes qui vont ensemble, on en reprend autant, puis on pose ce "
        "qui convient dans sa suite, que personne d'autre ne voit. La première pose demande huit cartes d'un "
        "coup ; ensuite, une seule suffit. Les cartes action laissent regarder, voler ou échanger des mains "
        "et bousculent l'ordre du jeu, si bien qu'une main n'est jamais vraiment à l'abri. La feuille de "
        "règles ne disant pas combien de couleurs et de cartes action il y a, le paquet proposé ici est une "
        "reconstitution, dont chaque nombre est une option."
    ),
    "deck": (
        "153 cartes : sept couleurs (rouge, orange, jaune, vert, bleu, violet, ardoise) et les atouts, "
        "numérotés de 1 à 15, chaque carte en un seul exemplaire ; 2 cartes KO ; 31 cartes action (5 « changement"
        " de sens », 5 « passe ton tour », 4 « échange de main », 3 « échange de main général », 6 « petit coup "
        "d'œil et vol d'une carte », 4 « petit coup d'œil et vol de 2 cartes », 4 « vol de cartes »). C'est une "
        "reconstitution : la feuille ne donne ni le nombre de couleurs, ni celui des cartes "
        "action, et tous ces nombres sont des options. Elle parle de la carte KO, au singulier. Avec une seule "
        "au lieu de deux, les parties sont plus longues : 28 tours au lieu de 26 à deux joueurs, 60 au lieu de "
        "52 à cinq (en moyenne, sur 400 parties du robot « confirmé »). Atouts, cartes KO et cartes action "
        "sont les cartes bonus."
    ),
    "KOO-01": (
        "Chaque main reçoit 15 cartes et le reste forme la pioche, dont on retourne 10 cartes : c'est la "
        "défausse ouverte, étalée pour que tout le monde la voie en entier. Elle peut grandir sans limite et "
        "ne redevient jamais pioche."
    ),
    "KOO-02": (
        "La suite est face cachée devant son propriétaire, qui peut la regarder quand il veut et à qui "
        "personne ne peut rien y prendre. Elle est d'une seule couleur, sans numéro en double, dans "
        "n'importe quel ordre et avec des trous si l'on veut. Un atout y tient la place de son propre "
        "numéro, une carte KO celle d'un numéro quelconque."
    ),
    "KOO-03": (
        "La première pose compte au moins huit cartes, atouts et cartes KO compris. Les poses suivantes en "
        "ajoutent une ou plusieurs."
    ),
    "KOO-04": (
        "Un tour se joue dans cet ordre : changer de couleur si l'on veut ; défausser si l'on veut ; "
        "appliquer au plus un effet des cartes action défaussées ; compléter sa main ; poser si l'on veut, "
        "une seule fois ; compléter de nouveau. Le tour s'achève sur une main de 15 cartes."
    ),
    "KOO-05": (
        "Qui a déjà une suite peut changer de couleur, une fois, au tout début de son tour : la suite "
        "entière revient en main et au moins huit cartes d'une autre couleur la remplacent aussitôt. Les "
        "atouts et les cartes KO repris peuvent resservir, et la pose de fin de tour reste possible."
    ),
    "KOO-06": (
        "On défausse ce qu'on veut parmi ceci : rien, une carte, des cartes de même numéro, des cartes de "
        "même couleur, ou au moins deux numéros qui se suivent, toutes couleurs permises et sans doublon. "
        "Des cartes bonus peuvent s'y joindre ou partir seules, en nombre quelconque : elles ne comptent pas "
        "dans la combinaison (mais voir KOO-R12)."
    ),
    "KOO-07": (
        "Si l'on a défaussé des cartes action, on applique l'effet d'une seule d'entre elles, au choix, ou d'aucune."
    ),
    "KOO-08": (
        "On complète ensuite sa main à 15 cartes, toutes de la pioche ou toutes choisies dans la défausse "
        "ouverte ; un vol (KOO-14) les prend dans une main. D'ordinaire, on reprend donc autant de cartes "
        "qu'on en a défaussé."
    ),
    "KOO-09": (
        "Après la pose, la main remonte à 15 de la même façon : tout de la pioche, ou tout de la défausse ouverte."
    ),
    "KOO-10": ("Changement de sens : le jeu tourne dans l'autre sens. À deux, on rejoue et le sens ne change pas."),
    "KOO-11": (
        "Passe ton tour : la place qu'on désigne passera son prochain tour ; à deux, on rejoue. L'effet ne se "
        "cumule ni avec un changement de sens, ni avec une autre de ces cartes : qui doit déjà passer un tour n'en "
        "passe qu'un."
    ),
    "KOO-12": (
        "Les cartes « changement de sens » et « passe ton tour » sortent du jeu dès qu'elles sont défaussées, même "
        "sans effet. "
        "Toutes les autres cartes défaussées rejoignent la défausse ouverte."
    ),
    "KOO-13": (
        "Petit coup d'œil et vol d'une carte ou de 2 cartes : on regarde la main d'une place au choix et on doit "
        "y prendre une carte, ou deux selon "
        "la carte jouée, avant de compléter la sienne. La place volée complète sa main à la pioche ou à la "
        "défausse ouverte ; on prend ensuite autant de cartes qu'on en a défaussé et l'on rejette, sans "
        "effet, ce qui dépasse 15. Les cartes prises peuvent être posées dans le même tour."
    ),
    "KOO-14": (
        "Vol de cartes : au lieu de compléter sa main à la pioche ou à la défausse ouverte, on prend à l'aveugle dans "
        "une autre main autant de cartes qu'on en a défaussé. La place volée complète la sienne à la pioche "
        "ou à la défausse ouverte, jamais dans une main."
    ),
    "KOO-15": ("Échange de main : une fois sa main complétée, on l'échange en entier contre celle d'une autre place."),
    "KOO-16": (
        "Échange de main général : une fois la main complétée, chaque place donne la sienne à sa voisine de droite. "
        "A reçoit donc la main de B."
    ),
    "KOO-17": (
        "Après un échange de main, général ou non, on peut encore poser. Les suites, elles, ne s'échangent jamais."
    ),
    "KOO-18": (
        "Au début, on joue vers la droite, dans le sens antihoraire : après A vient la dernière lettre. À "
        "trois, l'ordre est A, C, B."
    ),
    "KOO-19": (
        "Qui, à son tour, a une suite couvrant les numéros 1 à 15 dit « KO », la montre et gagne "
        "sur-le-champ, dès la quinzième carte posée, en fin de tour comme dans un changement de couleur."
    ),
    "KOO-R1": "Le hasard désigne la première place à jouer.",
    "KOO-R2": (
        "On ne reprend pas dans la défausse ouverte les cartes qu'on y a mises pendant le même tour, "
        "excédent compris. Une place volée, elle, peut les prendre, et de cartes égales elle prend d'abord "
        "une carte mise pendant ce tour. Les changements de sens et les « passe ton tour » défaussés sont "
        "sortis du jeu (KOO-12) : ceux qui sont à découvert sont plus anciens et peuvent être pris."
    ),
    "KOO-R3": (
        "Compléter, c'est remonter à 15 cartes ; après un coup d'œil, on prend au moins autant de cartes "
        "qu'on en a défaussé. Chaque source qui a une carte permise est proposée, même si elle est la "
        "seule ; dès qu'elle s'épuise, l'autre fournit le reste, et sans aucune des deux on continue avec "
        "une main plus courte. En fin de tour, on complète toute main de moins de 15 cartes, qu'on ait posé "
        "ou non."
    ),
    "KOO-R4": (
        "Le 1 ne suit pas le 15 dans une défausse de numéros consécutifs. Une carte KO n'y est qu'une carte bonus."
    ),
    "KOO-R5": (
        "Le numéro d'une carte KO reste libre jusqu'à la fin : la suite est complète quand ses numéros "
        "différents et ses cartes KO font 15 ensemble. Aucun numéro ne se pose deux fois."
    ),
    "KOO-R6": (
        "Ce qui dépasse 15 cartes une fois la main complétée, après un coup d'œil ou un changement de "
        "couleur, est rejeté : c'est l'excédent, sans effet et sans condition de forme. L'ordre est : "
        "compléter, rejeter l'excédent, échanger, poser, compléter."
    ),
    "KOO-R7": (
        "Un coup d'œil ou un vol prend au plus ce que la main visée contient ; la place volée remonte à 15 "
        "avant le voleur, et un voleur qui a trop peu reçu remonte lui aussi à 15. Un effet qui vise une "
        "place en exige une, n'importe laquelle sauf la sienne."
    ),
    "KOO-R8": "L'échange de main général va toujours vers la droite, quel que soit le sens du jeu.",
    "KOO-R9": (
        "Les cartes action parmi les 10 premières cartes ouvertes n'ont aucun effet. Les changements de sens "
        "et les « passe ton tour » qui s'y trouvent y restent et peuvent être pris."
    ),
    "KOO-R10": (
        "Chaque carte de couleur étant unique, la partie peut se bloquer. Elle s'arrête donc quand, cinq "
        "fois le nombre de joueurs de suite, un tour finit avec une pioche vide sans qu'aucune suite n'ait "
        "grandi ni changé de couleur, ou après 400 tours en tout ; ces deux limites sont des options. La "
        "suite qui compte le plus de cartes gagne, à égalité la victoire est partagée, et un tour passé "
        "n'est pas un tour."
    ),
    "KOO-R11": (
        "On ne pose qu'en fin de tour. Une première pose ou un changement de couleur demande au moins une "
        "vraie carte de la couleur : des atouts et des cartes KO seuls ne suffisent pas."
    ),
    "KOO-R12": (
        "Dans une suite de numéros défaussée, un atout peut tenir la place de son propre numéro : R4 T5 B6 "
        "se suivent. La feuille dit qu'on peut ajouter des atouts à une telle suite et leur donne un numéro, "
        "rien de plus ; sans cette option, un atout n'y bouche aucun trou. Une carte KO n'en bouche jamais."
    ),
    "refuse.KOO-02": (
        "{card} n'entre pas dans cette suite : il faut une carte de sa couleur, un atout ou une carte KO, et "
        "un numéro qui n'y est pas encore."
    ),
    "refuse.KOO-03": (
        "« {move} » ne convient pas : cette pose doit compter au moins huit cartes d'une même couleur, "
        "atouts et cartes KO compris."
    ),
    "refuse.KOO-04": "« {move} » n'est pas de cette étape du tour : il faut d'abord jouer l'étape en cours.",
    "refuse.KOO-05": (
        "« {move} » n'est pas possible : on change de couleur une seule fois, au tout début du tour, si l'on "
        "a une suite et de quoi poser au moins huit cartes d'une autre couleur."
    ),
    "refuse.KOO-06": (
        "« {move} » ne donne pas une défausse permise : il faut un seul numéro, une seule couleur ou des "
        "numéros qui se suivent, sans compter les cartes bonus (mais voir KOO-R12)."
    ),
    "refuse.KOO-07": (
        "« {move} » : cette carte action n'a pas été défaussée pendant ce tour ; il faut choisir parmi "
        "celles qui l'ont été, ou aucun effet."
    ),
    "refuse.KOO-R2": (
        "{card} vient d'être défaussée par {seat} pendant ce tour : il faut prendre une autre carte de la "
        "défausse ouverte."
    ),
    "refuse.KOO-R3": "« {move} » : il n'y a rien à prendre de ce côté, il faut choisir l'autre source.",
    "refuse.KOO-R6": "{seat} a plus de 15 cartes en main : il faut d'abord rejeter l'excédent.",
    "refuse.KOO-R7": "« {move} » : un effet vise une autre place que la sienne ; il faut en désigner une.",
    "refuse.KOO-R11": (
        "« {move} » ne convient pas : la suite doit contenir au moins une vraie carte de sa couleur, pas "
        "seulement des atouts et des cartes KO."
    ),
    "option.colours": (
        "Le nombre de couleurs du paquet, dans l'ordre rouge, orange, jaune, vert, bleu, violet, ardoise."
    ),
    "option.ko_cards": "Le nombre de cartes KO (la feuille parle d'une seule).",
    "option.reverse": "Le nombre de cartes « changement de sens ».",
    "option.skip": "Le nombre de cartes « passe ton tour ».",
    "option.swap": "Le nombre de cartes « échange de main ».",
    "option.rotate": "Le nombre de cartes « échange de main général ».",
    "option.peek1": "Le nombre de cartes « petit coup d'œil et vol d'une carte ».",
    "option.peek2": "Le nombre de cartes « petit coup d'œil et vol de 2 cartes ».",
    "option.steal": "Le nombre de cartes « vol de cartes ».",
    "option.stall": (
        "Combien de tours par joueur peuvent se suivre, pioche vide et suites inchangées, avant que la "
        "partie ne s'arrête."
    ),
    "option.max_turns": "Le nombre de tours après lequel la partie s'arrête, même sans KO.",
    "option.trumps_in_runs": "Si un atout tient la place de son numéro parmi des numéros qui se suivent.",
    "option.trumps_in_runs.on": "un atout bouche un trou",
    "option.trumps_in_runs.off": "un atout n'en bouche aucun",
    "move.recolour": "{seat} reprend sa suite pour changer de couleur.",
    "move.discard": "{seat} défausse {card}.",
    "move.lay": "{seat} pose {card} dans sa suite.",
    "move.lay_hidden": "{seat} pose une carte dans sa suite.",
    "move.effect": "{seat} choisit l'effet de {card}.",
    "move.no_effect": "{seat} n'applique aucun effet.",
    "move.target": "{seat} désigne {target}.",
    "move.from_stock": "{seat} complète sa main à la pioche.",
    "move.from_open": "{seat} complète sa main dans la défausse ouverte.",
    "move.take": "{seat} prend {card}.",
    "move.take_hidden": "{seat} prend une carte de la main regardée.",
    "move.done": "{seat} en a fini avec cette étape.",
    "event.reverse": "Le sens du jeu change.",
    "event.skip": "{seat} passera son prochain tour.",
    "event.misses": "{seat} passe son tour.",
    "event.again": "{seat} rejoue.",
    "event.swap": "{seat} et {target} échangent leurs mains.",
    "event.rotate": "Chaque main passe à la place de droite.",
    "event.peek": "{seat} regarde la main de {target} ; cartes à prendre : {count}.",
    "event.steal": "{seat} vole dans la main de {target} ; cartes prises à l'aveugle : {count}.",
    "event.dry": "Il n'y a plus rien à prendre pour {seat}, qui continue avec une main plus courte.",
    "event.laid": "{seat} a agrandi sa suite ; cartes posées : {count}.",
    "event.recoloured": "{seat} a changé de couleur ; cartes dans la nouvelle suite : {count}.",
    "event.surplus": "{seat} dépasse 15 cartes ; à rejeter : {count}.",
    "event.ko": "« KO ! » {seat} montre sa suite de 1 à 15.",
    "event.stall": "Plus rien n'avance : la partie s'arrête et la plus longue suite gagne.",
    "event.limit": "Le dernier des tours convenus est joué : la partie s'arrête et la plus longue suite gagne.",
    "thumb.recolour": "une autre couleur promet plus",
    "thumb.discard": "{card} ne lui sert guère",
    "thumb.lay": "{card} complète sa suite",
    "thumb.effect": "{card} est le plus utile",
    "thumb.no_effect": "aucun effet ne l'aide",
    "thumb.target": "{target} est le plus avancé",
    "thumb.from_stock": "rien d'assez utile à découvert",
    "thumb.from_open": "il y a de l'utile à découvert",
    "thumb.take": "{card} lui sert",
    "thumb.done": "le reste lui est plus utile ailleurs",
    "place.stock": "pioche",
    "place.open": "défausse ouverte",
    "place.gone": "cartes sorties du jeu",
    "place.hand": "main",
    "place.chosen": "cartes choisies pour la défausse",
    "place.suite": "suite",
    "place.knows": "cartes connues",
    "key.turn": "place dont c'est le tour",
    "key.phase": "étape du tour",
    "key.direction": "sens du jeu : vers la droite (right) ou vers la gauche (left)",
    "key.fresh": "cartes défaussées pendant ce tour",
    "key.picked": "cartes défaussées pendant ce tour et reprises par la place volée",
    "key.effect": "effet choisi",
    "key.target": "place visée par l'effet",
    "key.need": "cartes encore à prendre",
    "key.source": "source choisie pour compléter la main",
    "key.recoloured": "couleur déjà changée pendant ce tour",
    "key.was": "couleur de la suite reprise en main",
    "key.laid": "cartes posées jusqu'ici dans cette pose",
    "key.again": "même place qui va rejouer",
    "key.misses": "places qui passeront leur prochain tour",
    "key.idle": "tours de suite sans progrès, pioche vide",
    "key.turns": "tours joués depuis le début",
    "key.colours": "nombre de couleurs",
    "key.ko_cards": "nombre de cartes KO",
    "key.reverse": "nombre de changements de sens",
    "key.skip": "nombre de « passe ton tour »",
    "key.swap": "nombre d'échanges de main",
    "key.rotate": "nombre d'échanges de main généraux",
    "key.peek1": "nombre de petits coups d'œil et vols d'une carte",
    "key.peek2": "nombre de petits coups d'œil et vols de 2 cartes",
    "key.steal": "nombre de vols de cartes",
    "key.stall": "tours sans progrès permis par joueur",
    "key.max_turns": "nombre maximal de tours",
    "key.trumps_in_runs": "atouts dans les numéros qui se suivent",
    "key.over": "partie terminée",
    "key.seed": "graine du mélange",
    "key.rng": "état du générateur de hasard",
}

EN: dict[str, str] = {
    "title": "KO",
    "idea": "Be the first to gather the numbers 1 to 15 of a single colour, face down before you.",
    "intro": (
        "Each turn you throw away cards that belong together, take as many back, and then lay what fits in "
        "your suite, which nobody else can see. The first laying takes eight cards at once; after that, one "
        "is enough. The action cards let you look into hands, steal from them or swap them, and upset the "
        "order of play, so that no hand is ever quite safe. As the rules sheet does not say how many colours "
        "and action cards there are, the deck offered here is a reconstruction, every count of it an option."
    ),
    "deck": (
        "153 cards: seven colours (red, orange, yellow, green, blue, purple, slate) and the trumps, numbered "
        "1 to 15, every card once; 2 KO cards; 31 action cards (5 reverse, 5 skip, 4 swap, 3 general swap, 6 "
        "peek at one card, 4 peek at two, 4 steal). This is a reconstruction: the sheet gives neither the "
        "number of colours nor that of the action cards, and all these numbers are options. It speaks of the "
        "KO card, just one. With one instead of two, games are longer: 28 turns instead of 26 with two "
        "players, 60 instead of 52 with five (on average, over 400 games of the “skilled” bot). Trumps, KO "
        "cards and action cards are the bonus cards."
    ),
    "KOO-01": (
        "Every hand gets 15 cards and the rest forms the stock, of which 10 cards are turned up: this is the "
        "open discard, spread out for all to see. It may grow without limit and never becomes stock again."
    ),
    "KOO-02": (
        "A suite lies face down before its owner, who may look at it at any moment and from whom nobody can "
        "take any of it. It has a single colour and no number twice, in any order, with gaps if you like. A "
        "trump takes the place of its own number in it, a KO card that of any one number."
    ),
    "KOO-03": (
        "The first laying has at least eight cards, trumps and KO cards included. Later ones add one or several."
    ),
    "KOO-04": (
        "A turn goes in this order: change colour if you wish; discard if you wish; apply at most one effect "
        "of the action cards discarded; fill up your hand; lay if you wish, once only; fill up again. The "
        "turn closes on a hand of 15 cards."
    ),
    "KOO-05": (
        "If you have a suite you may change its colour, once, at the very start of your turn: the whole "
        "suite returns to your hand and at least eight cards of another colour replace it at once. Trumps "
        "and KO cards taken up may serve again, and the laying at the end of the turn is still open to you."
    ),
    "KOO-06": (
        "You discard what you like among these: nothing, one card, cards of one number, cards of one colour, "
        "or at least two numbers that follow each other, in any colours and without repeating one. Any "
        "number of bonus cards may join them or go alone: they do not count in the combination (but see "
        "KOO-R12)."
    ),
    "KOO-07": ("If you discarded action cards, you apply the effect of just one of them, as you choose, or of none."),
    "KOO-08": (
        "You then fill up your hand to 15 cards, all from the stock or all chosen from the open discard; a "
        "steal (KOO-14) takes them from a hand. So you normally take as many cards as you discarded."
    ),
    "KOO-09": (
        "After the laying your hand goes back to 15 in the same way: all from the stock, or all from the open discard."
    ),
    "KOO-10": (
        "Reverse: play turns the other way round. With two players you play again instead, and the direction stays."
    ),
    "KOO-11": (
        "Skip: the seat you name will miss its next turn; with two players, you play again. The effect does "
        "not add up with a reverse, nor with another skip: a seat that is to miss a turn already misses just "
        "one."
    ),
    "KOO-12": (
        "Reverse and skip cards leave the game as soon as they are discarded, even without effect. All other "
        "discarded cards join the open discard."
    ),
    "KOO-13": (
        "Peek: you look at the hand of a seat you choose and must take one card from it, or two, depending "
        "on the card played, before filling up your own. The robbed seat fills up from the stock or the open "
        "discard; you then take as many cards as you discarded and throw away, without effect, whatever "
        "exceeds 15. The cards taken may be laid in the same turn."
    ),
    "KOO-14": (
        "Steal: instead of filling up from the stock or the open discard, you take unseen from another hand "
        "as many cards as you discarded. The robbed seat fills up from the stock or the open discard, never "
        "from a hand."
    ),
    "KOO-15": "Swap: once your hand is filled up, you exchange the whole of it for that of another seat.",
    "KOO-16": (
        "General swap: once your hand is filled up, every seat passes its own to its neighbour on the right. "
        "So A receives the hand of B."
    ),
    "KOO-17": "After a swap or a general swap you may still lay. Suites, however, are never swapped.",
    "KOO-18": (
        "At the start play goes to the right, counter-clockwise: after A comes the last letter. With three "
        "players the order is A, C, B."
    ),
    "KOO-19": (
        "If on your turn your suite covers the numbers 1 to 15, you say “KO”, show it and win on the spot, "
        "with the fifteenth card laid, at the end of the turn or in a change of colour."
    ),
    "KOO-R1": "Chance decides which seat plays first.",
    "KOO-R2": (
        "You do not take back from the open discard the cards you put there in the same turn, surplus "
        "included. A robbed seat may take them, and of equal cards it takes one of those first. Reverse and "
        "skip cards, once discarded, have left the game (KOO-12): those that lie open are older ones and may "
        "be taken."
    ),
    "KOO-R3": (
        "Filling up means going up to 15 cards; after a peek, you take at least as many cards as you "
        "discarded. Every source that has a card you may take is offered, even if it is the only one; as "
        "soon as it runs out the other provides the rest, and with neither you go on with a shorter hand. At "
        "the end of the turn any hand below 15 cards is filled up, whether you laid or not."
    ),
    "KOO-R4": (
        "In a discard of consecutive numbers 1 does not follow 15. A KO card is no more than a bonus card there."
    ),
    "KOO-R5": (
        "The number of a KO card stays open to the end: a suite is complete when its different numbers and "
        "its KO cards make 15 together. No number is laid twice."
    ),
    "KOO-R6": (
        "Whatever exceeds 15 cards once the hand is filled up, after a peek or a change of colour, is thrown "
        "away: this is the surplus, without effect and of any shape. The order is: fill up, discard the "
        "surplus, swap, lay, fill up."
    ),
    "KOO-R7": (
        "A peek or a steal takes at most what the other hand contains; the robbed seat goes up to 15 before "
        "the thief, and a thief who received too little goes up to 15 as well. An effect aimed at a seat "
        "requires one, any but your own."
    ),
    "KOO-R8": "The general swap always goes to the right, whichever way play goes.",
    "KOO-R9": (
        "Action cards among the first 10 open cards have no effect at all. Reverse and skip cards found "
        "there stay there and may be taken."
    ),
    "KOO-R10": (
        "As each colour card is unique, a game can lock up. So it stops when, five times the number of "
        "players in a row, a turn ends with an empty stock and no suite has grown or changed colour, or "
        "after 400 turns in all; both limits are options. The suite with the most cards wins, equal ones "
        "share the victory, and a missed turn is not a turn."
    ),
    "KOO-R11": (
        "You lay at the end of the turn only. A first laying or a change of colour takes at least one true "
        "card of the colour: trumps and KO cards alone will not do."
    ),
    "KOO-R12": (
        "In a discarded run a trump may stand for its own number: R4 T5 B6 is a run. The sheet says that "
        "trumps may be added to one and gives them numbers, not more; without this option a trump fills no "
        "gap in it. A KO card never fills one."
    ),
    "refuse.KOO-02": (
        "{card} does not go into this suite: it takes a card of its colour, a trump or a KO card, and a "
        "number that is not there yet."
    ),
    "refuse.KOO-03": (
        "“{move}” will not do: this laying must have at least eight cards of one colour, trumps and KO cards included."
    ),
    "refuse.KOO-04": ("“{move}” does not belong to this step of the turn: the present step has to be played first."),
    "refuse.KOO-05": (
        "“{move}” is not possible: the colour is changed once only, at the very start of the turn, with a "
        "suite and at least eight cards of another colour to lay."
    ),
    "refuse.KOO-06": (
        "“{move}” does not make a permitted discard: it takes a single number, a single colour or numbers "
        "that follow each other, bonus cards left aside (but see KOO-R12)."
    ),
    "refuse.KOO-07": (
        "“{move}”: this action card was not discarded in this turn; choose one of those that were, or no effect."
    ),
    "refuse.KOO-R2": ("{card} has just been discarded by {seat} in this turn: take another card of the open discard."),
    "refuse.KOO-R3": "“{move}”: there is nothing to take on this side, choose the other source.",
    "refuse.KOO-R6": "{seat} has more than 15 cards in hand: the surplus has to be discarded first.",
    "refuse.KOO-R7": "“{move}”: an effect is aimed at another seat than one's own; name one of those.",
    "refuse.KOO-R11": (
        "“{move}” will not do: the suite must hold at least one true card of its colour, not just trumps and KO cards."
    ),
    "option.colours": (
        "The number of colours in the deck, in the order red, orange, yellow, green, blue, purple, slate."
    ),
    "option.ko_cards": "The number of KO cards (the sheet speaks of one).",
    "option.reverse": "The number of reverse cards.",
    "option.skip": "The number of skip cards.",
    "option.swap": "The number of swap cards.",
    "option.rotate": "The number of general swap cards.",
    "option.peek1": "The number of peek cards that take one card.",
    "option.peek2": "The number of peek cards that take two cards.",
    "option.steal": "The number of steal cards.",
    "option.stall": (
        "How many turns for each player may follow each other, the stock empty and the suites unchanged, "
        "before the game stops."
    ),
    "option.max_turns": "The number of turns after which the game stops, even without a KO.",
    "option.trumps_in_runs": "Whether a trump stands for its number among numbers that follow each other.",
    "option.trumps_in_runs.on": "a trump fills a gap",
    "option.trumps_in_runs.off": "a trump fills none",
    "move.recolour": "{seat} takes up its suite to change colour.",
    "move.discard": "{seat} discards {card}.",
    "move.lay": "{seat} lays {card} in its suite.",
    "move.lay_hidden": "{seat} lays a card in its suite.",
    "move.effect": "{seat} chooses the effect of {card}.",
    "move.no_effect": "{seat} applies no effect.",
    "move.target": "{seat} names {target}.",
    "move.from_stock": "{seat} fills up from the stock.",
    "move.from_open": "{seat} fills up from the open discard.",
    "move.take": "{seat} takes {card}.",
    "move.take_hidden": "{seat} takes a card from the hand it looks at.",
    "move.done": "{seat} has finished this step.",
    "event.reverse": "The direction of play changes.",
    "event.skip": "{seat} will miss its next turn.",
    "event.misses": "{seat} misses its turn.",
    "event.again": "{seat} plays again.",
    "event.swap": "{seat} and {target} swap hands.",
    "event.rotate": "Every hand passes to the seat on the right.",
    "event.peek": "{seat} looks at the hand of {target}; cards to take: {count}.",
    "event.steal": "{seat} steals from the hand of {target}; cards taken unseen: {count}.",
    "event.dry": "There is nothing left to take for {seat}, who goes on with a shorter hand.",
    "event.laid": "{seat} has added to its suite; cards laid: {count}.",
    "event.recoloured": "{seat} has changed colour; cards in the new suite: {count}.",
    "event.surplus": "{seat} exceeds 15 cards; to be discarded: {count}.",
    "event.ko": "“KO!” {seat} shows its suite from 1 to 15.",
    "event.stall": "Nothing moves any more: the game stops and the longest suite wins.",
    "event.limit": "The last of the agreed turns is over: the game stops and the longest suite wins.",
    "thumb.recolour": "another colour promises more",
    "thumb.discard": "{card} is of little use",
    "thumb.lay": "{card} goes into its suite",
    "thumb.effect": "{card} is the most useful",
    "thumb.no_effect": "no effect would help",
    "thumb.target": "{target} is the furthest ahead",
    "thumb.from_stock": "nothing useful enough lies open",
    "thumb.from_open": "there is something useful in the open",
    "thumb.take": "{card} is useful",
    "thumb.done": "the rest is of more use elsewhere",
    "place.stock": "stock",
    "place.open": "open discard",
    "place.gone": "cards out of the game",
    "place.hand": "hand",
    "place.chosen": "cards chosen for the discard",
    "place.suite": "suite",
    "place.knows": "known cards",
    "key.turn": "seat whose turn it is",
    "key.phase": "step of the turn",
    "key.direction": "direction of play, to the right or to the left",
    "key.fresh": "cards discarded in this turn",
    "key.picked": "cards discarded in this turn that the robbed seat has taken",
    "key.effect": "effect chosen",
    "key.target": "seat the effect is aimed at",
    "key.need": "cards still to be taken",
    "key.source": "source chosen to fill up the hand",
    "key.recoloured": "colour already changed in this turn",
    "key.was": "colour of the suite taken up",
    "key.laid": "cards laid so far in this laying",
    "key.again": "same seat to play again",
    "key.misses": "seats that will miss their next turn",
    "key.idle": "turns in a row without progress, the stock empty",
    "key.turns": "turns played so far",
    "key.colours": "number of colours",
    "key.ko_cards": "number of KO cards",
    "key.reverse": "number of reverse cards",
    "key.skip": "number of skip cards",
    "key.swap": "number of swap cards",
    "key.rotate": "number of general swap cards",
    "key.peek1": "number of peek cards for one card",
    "key.peek2": "number of peek cards for two cards",
    "key.steal": "number of steal cards",
    "key.stall": "turns without progress allowed for each player",
    "key.max_turns": "greatest number of turns",
    "key.trumps_in_runs": "trumps in runs",
    "key.over": "game over",
    "key.seed": "seed of the shuffle",
    "key.rng": "state of the random generator",
}
