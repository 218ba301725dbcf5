"""English phrases by which content gives orders to a model, over folded text."""

from kesher.context.guard.finding import Kind

_INSTRUCTIONS = (
    r"(?:instruction|direction|prompt|rule|guideline|command|order|message|context|restriction"
    r"|policy|policie|constraint|training)s?"
)
_EARLIER = r"(?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial|system)"

HIGH: dict[Kind, tuple[str, ...]] = {
    Kind.OVERRIDE: (
        r"\b(?:ignore|disregard|forget|override|bypass|skip|drop|neglect|discard|do not follow|"
        r"don't follow|stop following|pay no attention to)\b[^.!?]{0,30}\b(?:" + _EARLIER + r"|all|"
        r"any|your|everything|these|those)\b[^.!?]{0,30}\b" + _INSTRUCTIONS + r"\b",
        r"\b(?:ignore|disregard|forget) (?:everything|all|anything)\b[^.!?]{0,30}"
        r"\b(?:above|before|previously|so far|told|said|you know)\b",
        r"\b(?:new|updated|revised|real|actual) (?:system )?(?:instructions?|prompt|task|objective)"
        r"\s*(?::|follow|are as follows|for you)",
        r"\byour (?:new|real|actual|true) (?:task|goal|job|purpose|objective|instructions?)\b",
    ),
    Kind.IMPERSONATION: (
        r"\b(?:from|by) (?:me|the user|your (?:user|owner|developer|creator|administrator|operator)"
        r"|the (?:system|developers?|administrator))\b[^.!?]{0,40}\bto you\b",
        r"\b(?:system|admin(?:istrator)?|developer|root) (?:message|override|notice|prompt|mode|"
        r"command|instruction)s?\s*[:\]\-]",
        r"\byou are now (?:a|an|the|in|no longer|free|dan)\b",
        r"\b(?:pretend|act|behave|respond|roleplay) (?:that you are|to be|as if you|as though you)"
        r"\b[^.!?]{0,40}\b(?:no|without|unrestricted|assistant|ai|model|admin|system|developer)\b",
        r"\b(?:developer|god|debug|jailbreak|unrestricted|maintenance) mode\b[^.!?]{0,30}\b(?:on|"
        r"enabled?|activated?|active)\b",
        r"\b(?:i am|this is) your (?:user|owner|developer|creator|administrator|operator)\b",
    ),
    Kind.COMMAND: (
        r"\b(?:important|urgent|critical|priority|mandatory) (?:new )?(?:instructions?|message|"
        r"notice|directive)s?\b[^.!?]{0,40}(?:!!|\b(?:ai|assistant|model|agent|llm|chatbot|you|"
        r"from me)\b)",
        r"<\s*/?\s*(?:important|information|instructions?|urgent|admin|secret)\s*>",
        r"\b(?:before|prior to) (?:you )?(?:can |may )?(?:solv|complet|answer|continu|do|proceed|"
        r"finish|respond|perform|summari[sz])\w*\b[^.!?]{0,80}\b(?:please|you must|you should|"
        r"first|need to|have to)\b",
        r"\b(?:ai|llm|chatbot|language model|assistant)s?(?: agents?| assistants?| models?)?"
        r"(?: reading (?:this|the)[^.!?,:]{0,30})?\s*[,:]?\s*(?:you )?(?:must|should|need to|"
        r"have to|are (?:required|instructed|ordered) to|please)\b",
        r"\b(?:if|when) you(?: are|'re) (?:an? )?(?:ai|llm|language model|assistant|chatbot|"
        r"agent)\b",
        r"\b(?:note|instructions?|message|attention|attn|to)\b\s*(?:to|for)?\s*:?\s*(?:the |"
        r"any |all )?"
        r"(?:ai|llm|language model|ai assistant|ai agent|chatbot)s?\s*[:!]",
        r"\bafter you do that\b[^.!?]{0,30}\byou (?:can|may)\b",
        r"\b(?:todo|to do|task) for (?:you|the (?:assistant|model|ai|agent))\b",
        r"\b(?:do not|don't|without) (?:ask|asking|wait|waiting)[^.!?]{0,25}\b(?:confirmation|"
        r"permission|approval|me|the user)\b",
    ),
    Kind.EXFILTRATION: (
        r"\b(?:reveal|show|print|output|repeat|display|leak|disclose|dump|return)\b[^.!?]{0,40}"
        r"\b(?:system prompt|hidden prompt|initial prompt|your (?:instructions|prompt|rules|"
        r"configuration))\b",
        r"\b(?:send|forward|upload|post|transmit|leak|exfiltrate|email|e-mail|copy|append|include|"
        r"save|write)\b[^.!?]{0,60}\b(?:conversation|chat|dialogue)(?:'s)? (?:history|log|"
        r"transcript)\b",
        r"\b(?:send|forward|upload|post|transmit|leak|exfiltrate|email|e-mail)\b[^.!?]{0,60}\b(?:"
        r"api[ _-]?keys?|passwords?|credentials|secrets?|access tokens?|security codes?|ssh keys?|"
        r"environment variables|private data)\b[^.!?]{0,60}\b(?:to|at|into)\b",
        r"!\[[^\]]{0,60}\]\(https?://[^)\s]{0,200}[?=][^)\s]*\)",
    ),
    Kind.SECRECY: (
        r"\b(?:do not|don't|never|without)\b[^.!?]{0,25}\b(?:tell|telling|mention|mentioning|"
        r"inform|informing|show|notify|notifying|alert|alerting|"
        r"reveal)\b[^.!?]{0,25}\b(?:this to )?"
        r"(?:the )?(?:user|human|person|owner|anyone)\b",
        r"\b(?:hide|conceal|keep) (?:this|it|that|these)\b[^.!?]{0,30}\bfrom (?:the )?(?:user|"
        r"human|person|owner)\b",
    ),
}

MEDIUM: dict[Kind, tuple[str, ...]] = {
    Kind.COMMAND: (
        r"(?:^|[.!?:\n] ?)(?:please |now |then |also )?(?:send|forward|transfer|wire|delete|invite|"
        r"email|share|upload|execute|run|grant|reserve|book|unlock|withdraw|deposit) (?:an? |the |"
        r"my |all |every |\$?\d)[^.!?]{0,160}(?:@|https?://|www\.|\b[a-z]{2}\d{8,}|\bid\b)",
        r"\bplease (?:send|forward|transfer|delete|email|share|upload|grant|withdraw|deposit|"
        r"execute) (?:an? |the |my |all )",
        r"\byou must (?:now |first |immediately )?(?:send|call|use|delete|visit|open|run|"
        r"execute)\b",
    ),
    Kind.OVERRIDE: (
        r"\b(?:instead of|rather than) (?:the |your )?(?:task|request|question|instructions)\b",
    ),
}

MEMORY: tuple[str, ...] = (
    r"\b(?:remember|memori[sz]e|note|keep in mind|store|save)\b[^.!?]{0,40}\b(?:always|from now on|"
    r"in (?:the )?future|next time|for later|permanently|every time|as a rule)\b",
    r"\b(?:from now on|next time|in (?:the )?future|going forward|whenever|every time|always)\b"
    r"[^.!?]{0,60}\b(?:send|forward|copy|prefer|prioriti[sz]e|use|recommend|include|add|bcc|cc|"
    r"upload|trust|answer|reply|visit|ignore|transfer)\b",
    r"\breminder: (?:when|whenever|next time|always)\b",
)
