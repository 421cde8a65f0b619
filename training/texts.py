"""Reads the training texts, and says what is wrong with them.

    python3 training/texts.py [FILE ...]

A text is a list of dated sessions; each line in it is a turn or a note, and questions follow at the end:

    people: Sefa, Old Marten          (who speaks; `notebook: NAME`, `chat: TOPIC` or `passages: THEME` in the other folders)

    ## 2024-02-11                     (a session)
    Sefa: An ordinary turn.
    Old Marten @boat: A turn with a label that questions refer to.
    - A note, where nobody speaks.
    - @port A note with a label.

    ## questions
    ? What did Marten sell? = boat
    ? [multi] Why does he walk to work now? = boat, knee
    ? [none] What colour was the boat?

A turn or a note may go on in lines that are indented by two spaces. A paragraph of a long one may have a label of its own: `  @budget The second paragraph ...`.
"""
import pathlib
import re
import sys
from dataclasses import dataclass, field

DATA = pathlib.Path(__file__).parent / "data"
TURN = re.compile(r"^(?P<who>[^\s@:#?-][^@:\n]{0,40}?)(?: ?@(?P<label>[\w-]+))?: (?P<text>.+)$")
NOTE = re.compile(r"^- (?:@(?P<label>[\w-]+) )?(?P<text>.+)$")
MORE = re.compile(r"^  (?:@(?P<label>[\w-]+) )?(?P<text>.+)$")
QUESTION = re.compile(r"^\? (?:\[(?P<kind>[\w-]+)\] )?(?P<text>.+?)(?: = (?P<labels>[\w-]+(?:, ?[\w-]+)*))?$")
SESSION = re.compile(r"^## (?P<day>\d{4}-\d\d-\d\d)(?: \d\d:\d\d)?$")


@dataclass
class Part:
    """A paragraph; most turns are one."""

    text: str
    label: str | None


@dataclass
class Turn:
    day: str
    who: str
    parts: list[Part]

    @property
    def text(self) -> str:
        return "\n".join(part.text for part in self.parts)


@dataclass
class Question:
    text: str
    kind: str | None
    labels: list[str]


@dataclass
class Text:
    path: pathlib.Path
    head: dict[str, str] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def words(self) -> int:
        return sum(len(turn.text.split()) for turn in self.turns)


def read(path: pathlib.Path) -> Text:
    text = Text(path)
    day, asking = "", False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        def wrong(why: str) -> None:
            text.wrong.append(f"{path.name}:{number}: {why}: {line[:80]}")

        if not line.strip():
            continue
        if line == "## questions":
            asking = True
        elif found := SESSION.match(line):
            if found["day"] < day:
                wrong("earlier than the session before")
            day = found["day"]
        elif asking:
            found = QUESTION.match(line)
            if not found:
                wrong("no question")
                continue
            labels = [label.strip() for label in (found["labels"] or "").split(",") if label.strip()]
            text.questions.append(Question(found["text"], found["kind"], labels))
            if bool(labels) == (found["kind"] == "none"):
                wrong("a question without evidence" if not labels else "evidence for a question that has none")
        elif not day:
            name, _, value = line.partition(": ")
            text.head[name] = value
        elif found := MORE.match(line):
            if text.turns:
                text.turns[-1].parts.append(Part(found["text"], found["label"]))
        elif found := NOTE.match(line):
            text.turns.append(Turn(day, "", [Part(found["text"], found["label"])]))
        elif found := TURN.match(line):
            text.turns.append(Turn(day, found["who"].strip(), [Part(found["text"], found["label"])]))
        else:
            wrong("neither a turn nor a note")
    known = [part.label for turn in text.turns for part in turn.parts if part.label]
    text.wrong += [f"{path.name}: label twice: {label}" for label in sorted(set(known)) if known.count(label) > 1]
    for question in text.questions:
        text.wrong += [f"{path.name}: unknown label {label}" for label in question.labels if label not in known]
    return text


def main(names: list[str]) -> int:
    texts = [read(path) for path in ([pathlib.Path(name) for name in names] or sorted(DATA.glob("*/*.txt")))]
    folders: dict[str, list[Text]] = {}
    for text in texts:
        folders.setdefault(text.path.resolve().parent.name, []).append(text)
        for line in text.wrong:
            print(line)
        if names:
            print(f"{text.path.name}: {len(text.turns)} turns, {len(text.questions)} questions, {text.words} words")
    for folder, there in folders.items():
        turns, questions = sum(len(text.turns) for text in there), sum(len(text.questions) for text in there)
        words = sum(text.words for text in there)
        print(f"{folder}: {len(there)} texts, {turns} turns or notes, {questions} questions, {words} words")
    return 1 if any(text.wrong for text in texts) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
