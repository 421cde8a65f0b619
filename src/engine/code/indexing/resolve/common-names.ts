// Methods that values have in every language, which mean nothing on a receiver of unknown type.

/** Methods of strings, collections, streams, promises, numbers and objects, in lower case without underscores. */
const COMMON_NAMES: ReadonlySet<string> = new Set(
  `abort add addall addeventlistener all and any append apply as asref assert at await begin bind boolean booleanvalue build call calloc cancel catch charat clear clone close
  collect compare compareto concat contains containskey copy count create data debug decode default delete dispatchevent dispose done doublevalue each
  emit empty encode end endswith entries equals eq error every exec execute exists exit expect extend fail fetch fill filter
  find findall first flat flatmap flush fold foreach format free from get getattribute getbytes getclass getdata getid getkey
  getname getorelse getsize gettype getvalue getreader getwriter group handle has hash hashcode header headers hasnext hasownproperty id include includes index indexof info init
  insert int into intvalue invoke is isassignablefrom isempty isinf isinstance isnan isnone isnull issome items iter iterator join json key keys last lastindexof len length let line lines list load
  lock log longvalue lower malloc map match matches max memcpy memset merge message min name new newinstance next nextint none notify now number off ok on once open or
  parse path peek pop popitem position post preventdefault print printf println process push put query race read readall readline readlines ready realloc
  reduce register release remove removeall removeeventlistener repeat replace replaceall request reset resolve result resume reverse round run save
  search seek select send sendall servehttp set setattribute setdefault setname setsockopt settext setvalue shift size skip sleep slice some sort sorted source
  splice split start startswith status stop str stream strlen string strip sub submit subscribe substr substring sum swap take tell test text then
  throw time title toarray tojson tobyte tochar todouble tofloat toint tolist tolong tolower tolowercase tostring toupper touppercase trim trimstart type unlock unshift unsubscribe unwrap update upper url
  use value valueof values wait warn with write writeall writeheader writeline writestring yield zip`.split(/\s+/),
);

export const isCommonName = (name: string): boolean => COMMON_NAMES.has(name.replace(/[_?!]/g, '').toLowerCase());
