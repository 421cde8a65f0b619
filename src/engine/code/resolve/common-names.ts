// Methods that the values of every language have. On a receiver of unknown type they say nothing.

/** Of strings, collections, streams, promises, numbers and objects, in any language, in lower case without underscores. */
export const COMMON_NAMES: ReadonlySet<string> = new Set(
  `add addall all and any append apply as asref assert at await begin bind boolean build call catch charat clear clone close
  collect compare compareto concat contains containskey copy count create data debug decode default delete dispose done each
  emit empty encode end endswith entries equals eq error every exec execute exists exit expect extend fail fetch fill filter
  find findall first flat flatmap flush fold foreach format from get getattribute getbytes getclass getdata getid getkey
  getname getorelse getsize gettype getvalue group handle has hash hashcode hasnext hasownproperty id includes index indexof info init
  insert int into invoke is isempty isnone isnull issome items iter iterator join key keys last lastindexof len length let line lines list load
  lock log lower map match matches max merge message min name new next nextint none notify now number off ok on once open or
  parse path peek pop popitem position post print printf println process push put query read readall readline readlines ready
  reduce register release remove removeall repeat replace replaceall request reset resolve result resume reverse round run save
  search seek select send sendall set setattribute setdefault setname settext setvalue shift size skip sleep slice some sort sorted source
  splice split start startswith status stop str stream string strip sub submit substr substring sum swap take tell test text then
  throw time title toarray tolist tolower tolowercase tostring toupper touppercase trim trimstart type unlock unshift unwrap update upper url
  use value valueof values wait warn with write writeall writeheader writeline writestring yield zip`.split(/\s+/),
);

export const isCommonName = (name: string): boolean => COMMON_NAMES.has(name.replaceAll('_', '').toLowerCase());
