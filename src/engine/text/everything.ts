// Questions for no one thing: `what do you remember about this project?`

const POLITE = String.raw`(?:(?:hi|hey|hello|please|ok(?:ay)?|so|and|now|can you|could you)[,!]?\s+)*`;
const SUBJECT = String.raw`(?:this|the|our|my|the current|this current)\s+(?:project|repo(?:sitory)?|code ?base|workspace|work|app(?:lication)?|team)`;
const ABOUT = String.raw`(?:\s+(?:about|on|of|for|in|from|regarding)\s+(?:${SUBJECT}|us|here|it all))?`;
const SO_FAR = String.raw`(?:\s+(?:so far|already|by now|until now|right now))?`;
const KNOW = '(?:remember|know|recall|have (?:stored|noted|saved|remembered|in (?:your |the )?memory))';
const STORED = '(?:stored|remembered|noted|saved|known|in (?:your |the )?memory)';

const FORMS = [
  `what (?:all )?(?:do|did) (?:you|we|i) (?:already |still )?${KNOW}`,
  `what (?:is|has been|have we|have you|have i|did we) (?:already )?${STORED}`,
  `what's ${STORED}`,
  `(?:(?:tell|show|give) me|list|show|recall|summari[sz]e|what is) (?:everything|all(?: of it| memories| notes)?)(?: (?:that )?(?:you|we) (?:already )?${KNOW})?`,
  `(?:tell me|show me|list|summari[sz]e) what (?:you|we) (?:already )?${KNOW}`,
  '(?:tell|show|give) me (?:an? |the )?(?:project )?(?:overview|summary|recap|context|background)',
  '(?:an? |the )?project (?:overview|summary|recap|context|background)',
  '(?:catch|bring) me up(?: to (?:speed|date))?',
  '(?:everything|all memories|all notes)',
];
const EVERYTHING = new RegExp(`^${POLITE}(?:${FORMS.join('|')})${SO_FAR}${ABOUT}${SO_FAR}$`, 'i');
const LONGEST = 120;

/** Whether a question names nothing that an answer could be about. */
export function asksForEverything(question: string): boolean {
  if (question.length > LONGEST) return false;
  return EVERYTHING.test(
    question
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/ ?[?.!]+$/, ''),
  );
}
