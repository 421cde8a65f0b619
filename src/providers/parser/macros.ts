// C and C++ are parsed without their preprocessor. Macros where the grammar expects none, as in `class API Shape {` or
// `API void draw() NOEXCEPT {`, derail it for whole files, so they are blanked out; positions stay the same.

const MACRO = '[A-Z][A-Z0-9_]{2,}';
const CALLED = `${MACRO}(?:\\([^()\\n]*\\))?`;
const KEYWORDS = '(?:(?:static|extern|inline|constexpr|virtual|friend|const|override|noexcept|final)\\s+)*';
const ATTRIBUTE = '[A-Z][A-Z0-9_]*(?:INLINE|CONSTEXPR|CONSTEVAL|EXPLICIT|API|EXPORT|NODISCARD|DEPRECATED)[A-Z0-9_]*';

const PLACES = [
  // Alone on a line: FMT_BEGIN_NAMESPACE
  `^()(${MACRO})(?=[ \\t]*\\r?$)`,
  // Before a declaration: LUA_API lua_State *lua_open (
  `^([ \\t]*${KEYWORDS})((?:${ATTRIBUTE}[ \\t]+)+)(?=[\\w~])`,
  `^([ \\t]*${KEYWORDS})(${MACRO})(?=\\s+[A-Za-z_][\\w:<>, ]{0,80}[\\s*&]{1,9}[\\w:~]{1,80}\\s*\\()`,
  `\\b((?:class|struct|union)\\s+)(${CALLED})(?=\\s+\\w[\\w:<>&*, ]{0,200}[:{\\n])`,
  // After the parameters: ) GUARDED_BY(mutex) {
  `(\\)\\s*${KEYWORDS})(${CALLED})(?=\\s*[{;])`,
].map((place) => new RegExp(place, 'gm'));

export function withoutMacros(text: string): string {
  return PLACES.reduce(
    (rest, place) => rest.replace(place, (_, before: string, macro: string) => before + macro.replace(/[^\r\n]/g, ' ')),
    text,
  );
}
