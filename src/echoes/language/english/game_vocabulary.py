"""The English vocabulary of the game."""

import re

from echoes.language.game_vocabulary import GameVocabulary, listed_words

_ORDERS = """
    would love|would like|could use|bit of|no more|a hint|a clue|give|show|tell|print|display|reveal|
    explain|list|teach|help|assist|guide|point|steer|set|put|throw|lend|spare|hit|suggest|recommend|
    narrow|make|wipe|take|begin|check|double|re-?check|look|start|go|any|some|a little|a bit|a tiny|a small|
    one|another|more|time|how about|what about|need|want|got|get|instructions|advice|guidance|hints?|clues?|
    tips?|not sure|no|enough|pretty
"""

ENGLISH_GAME_VOCABULARY = GameVocabulary(
    ideas={
        "review": """
            check that|check it|check again|check your|double[ -]check|re-?check|second look|another look|
            look again|look at that|rule again|judge again|reconsider|your ruling|that ruling|this ruling|
            your judge?ment
        """,
        "standing": """
            it over|we done|is over|game over|all over|over yet|be over|finished|solved it|solved this|
            have won|has won|i win|we win|i won|we won
        """,
        "giveup": """
            quitting|no more guessing|stop guessing|tired of guessing|spill the beans|out of my misery|
            out of our misery|reveal everything|give it to me straight|throw in the towel|
            throwing in the towel|had enough|have enough|had it with|can not be bothered|call it a day|
            you win|you have won|beats me|am done|are done|end my misery
        """,
        "solution": """
            how it ends|what it was|answer|solution|truth|explanation|resolution|what really happened|
            what is going on|what is behind it|real story|true story|whole story|full story
        """,
        "restart": """
            from the top|square one|start over|begin again|start again|start anew|start afresh|
            begin anew|restart|fresh start|new start|clean slate|back to square one|from scratch|
            from the start|from the beginning|back at the beginning|back at the start|back to the start|
            back to the beginning
        """,
        "hint": "hints?|clues?|tips?|nudges?|pointers?",
        "help": """
            able to answer|you answer|sort of questions|kind of questions|sorts of questions|
            kinds of questions|options|how this works|how it works|how that works|rules?|commands?|
            instructions?|manual|tutorial|play|played|playing|game|meant to do|supposed to do|
            expected to do|can i type|do i type|should i type|can i enter|do i enter|can i write|do i do
        """,
        "stuck": """
            i go from here|we go from here|i start|i begin|be asking|looking for|more questions|
            do not follow|do not understand|getting anywhere|no theories|
            makes no sense|make sense|in circles|nowhere|mind is blank|head is empty|
            run out of questions|run out of ideas|out of questions|out of ideas|where to go from here|
            what to ask|what else to ask|how to continue|struggling|stumped|baffled|stuck|lost|tricky|
            hard|difficult|tough|impossible|unsolvable|do i ask|should i ask|can i ask|could i ask|
            have not i asked|to ask
        """,
        "guidance": """
            missing|overlooking|overlook|unstuck|nudge me|the way|towards|tell me something|
            tell me anything|you can tell|help|helping|assist|assistance|hand|bone|guide|guidance|advice|
            advise|suggest|suggestions?|recommend|solve|solving|figure|work out|crack|track|path|
            direction|way|narrow|useful|do not know|ask about|to go on|work with|support|inspiration|
            ideas?|easier|think
        """,
        "telling": "tell|explain|reveal",
    },
    others="""
        someone|somebody|anyone|anybody|he|him|his|she|her|hers|they|them|their|did|was|were|had|does it|
        story about|answers|police|in it|on it|who
    """,
    selves="i|me|my|we|us|our",
    hearers="""
        can someone|could someone|can anyone|could anyone|can somebody|can anybody|this puzzle|this one|
        this riddle|this case|this thing|you|your
    """,
    plain="""
        does|points?|costs?|remind|enough|thinking|what was|sort|kind|kinds|early|late|chance|needed|bit|
        favour|favor|obvious|able|require|a|an|the|this|that|these|those|it|its|one|ones|of|for|to|in|on|
        at|by|with|about|from|up|out|off|over|along|down|here|there|now|then|just|really|some|any|more|
        most|another|next|other|few|little|tiny|small|big|large|good|better|best|nice|great|right|wrong|
        first|last|new|own|anything|something|nothing|everything|things?|puzzle|riddle|case|questions?|
        be|is|are|am|can|could|will|would|may|might|shall|should|must|do|have|has|got|get|getting|having|
        let|need|want|like|love|use|used|take|see|look|find|guess|know|knowing|go|going|goes|come|keep|
        give|giving|given|show|print|display|list|teach|put|set|throw|point|steer|lend|spare|hit|make|
        wipe|try|try it|mind|so kind|as|very|not|no|yet|still|already|all|else|what|how|which|where|when|
        why|if|whether|possible|allowed|available|left|after|before|glad|grateful|happy|begging|beg|ask|
        asking|please|pretty|sure|rather|ever|any more|anymore|goal|aim|purpose|new here|and|or|but|so|
        ruling|rulings|too|also|only|only one|work|works|done|wait|time|messed up|keep going|way too|such|
        someone else|type|enter|write|down to|whole|again|back|into|than|through
    """,
    supposes=re.compile(
        r"\b(?:i|we) (?:meant|disagree|think|guess|suppose"
        r"|suspect|reckon|imagine|mean|bet|believe|assume|say|wonder"
        r"|doubt|see|know)\b"
        r"|\b(?:are|do|did|can|could|may|would) (?:i|we|my)\b"
    ),
    orders=re.compile(rf"(?:{'|'.join(listed_words(_ORDERS))})\b"),
    open_questions=re.compile(r"^(?:what|how|which|where|why)\b"),
    refused=re.compile(
        r"\b(?:not|no|never|without)"
        r"(?: (?:want|need|give|show|tell|like|take|use|buy|for|any|more|a|an|the|me|us|of|your|another|next"
        r"|that|this|those|these))* "
        r"(?:hints?|clues?|tips?|nudges?|pointers?)\b|"
        r"\b(?:hints?|clues?)(?: is| are)?\W+(?:no|off|not)\b|"
        r"\b(?:rather not|skip|forget|never mind|leave out)(?: \w+){0,3} (?:hints?|clues?)\b|"
        r"\b(?:not|never)(?: (?:going to|want to|will))* giv(?:e|ing) up\b"
    ),
    spare=3,
    not_now=re.compile(
        r"\b(?:how(?! about)|where|left|allowed|available|still|which|are there|is there|i have|we have"
        r"|costs?|points|charged?|(?:do|does|should|must|would) (?:i|we)|without|or not)\b"
    ),
)
