import { EVERY_TOOL, heldBy, type Promises, shownBy } from './promise.ts';

const tools = heldBy('src/contracts/memgos/tools.test.ts');
const truth = heldBy('src/contracts/memgos/truth.test.ts');
const present = heldBy('src/contracts/memgos/present.test.ts');
const defaults = heldBy('test/defaults.test.ts');
const errors = heldBy('test/error-shapes.test.ts');
const matrix = heldBy('test/access-matrix.test.ts');
const files = heldBy('test/cube-files.test.ts');
const chats = heldBy('src/engine/chat/chat.test.ts');
const http = heldBy('test/http-access.test.ts');
const KEYS = "includes the contract's keys in every answer";
const REFUSES = '%s refuses %j';
const KEEPS = 'keeps memories only in registered cubes';
const AS_USER = "acts as a user, for whom another user's cube does not exist";
const AS_GUIDE = 'a %s is answered as the guide says, by every tool for every cube';
const WHO = 'shows who a user is and what they may do';
const ADMINS = 'get_user_info and validate_access show other users only to admins';
const LOST = 'list_cubes: a cube whose file is missing is not loaded, and searches and chats work without it';
const FIVE = 'memgos: search_memories and context_search give 5, and chat answers from 3 in at most 500 tokens';

export const MEMGOS: Promises = {
  [EVERY_TOOL]: [
    tools(
      'shows the tools of the golden snapshot',
      'There are 16 tools, with the inputs, limits and defaults of the contract.',
    ),
    tools(KEYS, 'Every answer has success: true and the keys of the contract.'),
    tools(
      REFUSES,
      'A missing parameter is a validation_error MISSING_PARAMETER, with its name and expected type.',
      'A value of another type, out of range or not among those allowed is a validation_error that says so.',
    ),
    errors(
      'of memgos that is %s has the type %s, with code, details and time',
      'An error has success: false, and type, message, code, details and timestamp.',
      'The types are validation, authentication, authorization, not_found, internal and network_error, and rate_limit_error.',
    ),
    http(
      'refuses one with another secret, one that is revoked, one that has expired, and one of a user who is gone',
      'A token that is wrong, revoked or expired is refused.',
    ),
    matrix(
      AS_GUIDE,
      'Owners and those it is shared with read and write a cube; admins administer; others see nothing.',
    ),
    http('takes the user from the token, and no other', 'With a token, another user_id is an authorization_error.'),
    heldBy('src/contracts/rate-limit.test.ts')(
      'allows 100 calls in a minute, however they are spread',
      'Each user has 100 calls a minute.',
    ),
    heldBy('src/contracts/rate-limit.test.ts')(
      'allows 20 calls in 10 seconds, and the next when the first has expired',
      'Of these at most 20 come in 10 seconds.',
    ),
    http(
      'is told in the result by memgos, with what remains in _meta and headers',
      'X-RateLimit-Remaining and X-RateLimit-Reset are told in _meta and as headers; beyond the limit is a rate_limit_error.',
    ),
    truth('counts the calls of each user separately, over stdio as well', 'The limit counts each user by itself.'),
    present(
      'never floods the caller: long texts are cut and say how to get the rest',
      'What does not fit into an answer is cut, and says how to get the rest.',
    ),
  ],
  search_memories: [
    tools(
      'distinguishes text, activation and parametric memories',
      'Gives text_mem, act_mem and para_mem apart, grouped by cube, each memory with id, content and score.',
      'top_k counts over all of them.',
    ),
    tools(KEYS, 'Gives total_results and search_time_ms.'),
    defaults(FIVE, 'top_k is 5 when left out, and up to 100.'),
    tools(REFUSES, 'A missing query, a top_k above 100 and cube_ids that are no list are refused.'),
    tools(
      AS_USER,
      'user_id searches what that user may see.',
      'cube_ids searches those cubes alone; one that is unknown or not shared is a not_found_error.',
    ),
    truth(LOST, 'A cube whose file is gone is named, and the others are searched.'),
    heldBy('test/cube-search.test.ts')(
      'the best of a cube that holds nothing about the question does not crowd out the answer',
      'Cubes are ranked together, by relevance.',
    ),
  ],
  add_memory: [
    tools(
      KEEPS,
      'Stores the content with its metadata in a registered cube and gives memory_id, `mem_` and 20 characters.',
      'An unknown cube is a not_found_error, and nothing is stored.',
    ),
    tools(KEYS, 'Gives cube_id, created_at and message.'),
    tools(REFUSES, 'A content that is empty or longer than 50 000 characters is refused.'),
    tools(
      'distinguishes text, activation and parametric memories',
      'metadata.memory_kind files it as activation or parametric.',
    ),
    matrix(AS_GUIDE, 'user_id stores in the name of that user, who must be allowed to write.'),
    heldBy('test/secrets-on-disk.test.ts')(
      'in any string of any tool is not stored',
      'A secret in the content or metadata is cut out.',
    ),
  ],
  get_memory: [
    tools(KEEPS, 'Gives id, content, metadata and cube_id of one memory.'),
    tools(KEYS, 'The metadata has created_at.'),
    tools(
      'shows what other profiles stored without a cube in the default one',
      'A memory that is gone is a not_found_error MEMORY_NOT_FOUND.',
      'What other profiles stored is in the cube `default`.',
    ),
    shownBy('A memory is not found in a cube that it is not in; created_at and updated_at are in the metadata.'),
    present(
      'shows one memory whole, or the rest of it from an offset on',
      'A long content is read on with content_offset.',
    ),
    matrix(AS_GUIDE, 'user_id reads in the name of that user; what is not shared does not exist for it.'),
  ],
  update_memory: [
    tools(KEEPS, 'Gives the memory a new content; metadata fields that are given are set, the others stay.'),
    tools(KEYS, 'Gives memory_id, updated_at and message.'),
    shownBy('A missing updated_content is refused.'),
    defaults(
      'memgos: update_memory takes up to 50 000 characters, and refuses a memory that is not in the cube',
      'updated_content has 1 to 50 000 characters.',
      'A memory that is not in the cube is a not_found_error.',
    ),
    matrix(AS_GUIDE, 'user_id changes in the name of that user, who must be allowed to write.'),
  ],
  delete_memory: [
    tools(
      'shows what other profiles stored without a cube in the default one',
      'Deletes the memory, which is gone then.',
    ),
    tools(KEYS, 'Gives memory_id, deleted_at and message.'),
    shownBy('A memory that is gone is a not_found_error.'),
    matrix(AS_GUIDE, 'user_id deletes in the name of that user, who must be allowed to.'),
  ],
  register_cube: [
    tools(KEEPS, 'Makes a cube with an id, a name and an owner; registering it again changes nothing, and says so.'),
    tools(KEYS, 'Gives cube_id, created_at and message.'),
    tools(REFUSES, 'The id has 1 to 100 letters, digits, underscores and hyphens.'),
    tools(
      'keeps a cube with a path in its own file, which other profiles do not see',
      'cube_path keeps its memories in a file of its own.',
      'A path outside of the folders that may be used is an authorization_error.',
    ),
    files('is held to access like any other', 'A cube with a file is held to access like any other.'),
  ],
  list_cubes: [
    tools(
      'distinguishes text, activation and parametric memories',
      'Gives id, name, owner_id and memory_count of each cube, and with include_stats what each holds.',
    ),
    tools(KEYS, 'Gives created_at and is_loaded of each cube, and total_cubes.'),
    defaults(
      'memgos: list_cubes leaves statistics out unless they are asked for',
      'include_stats is false when left out.',
    ),
    matrix(AS_GUIDE, 'user_id lists the cubes that this user may see.'),
    truth(LOST, 'is_loaded is false for a cube that cannot be opened.'),
  ],
  cube_info: [
    tools(
      'distinguishes text, activation and parametric memories',
      'Gives the counts of all, text, activation and parametric memories.',
    ),
    tools(KEYS, 'Gives id, name, owner, times, is_loaded, total_size_bytes and last_accessed.'),
    truth('cube_info: path is that of a file, or null', 'path is the file of the cube, or null.'),
    truth(
      'cube_info: updated_at never decreases, even if the latest memory is deleted or overwritten by an older one',
      'updated_at never goes back.',
    ),
    tools(
      'keeps a cube with a path in its own file, which other profiles do not see',
      'An unknown cube is a not_found_error CUBE_NOT_FOUND.',
    ),
    matrix(
      AS_GUIDE,
      'user_id asks in the name of that user: a cube that is not shared is answered like an unknown one.',
    ),
  ],
  chat: [
    tools(
      'answers from memories with their ids and keeps the conversation',
      'Answers from memories, with the ids of those it rests on in context_used.',
      'Without a language model it says so, and puts the answer together from the memories.',
      'A user goes on in the last conversation; the answer has at most max_tokens.',
    ),
    tools(
      KEYS,
      'Gives response, session_id, user_id, timestamp, token_count, and relevance_score and cube_id of each memory.',
    ),
    chats(
      'sends memories as quoted data with their ids, and marks those that the answer names',
      'With a language model, memories of the cubes are in its prompt.',
    ),
    truth('chat cites no weak result and says so instead', 'Nothing weak is cited; cube_ids asks those cubes alone.'),
    defaults(FIVE, 'top_k is 3 and max_tokens 500 when left out.'),
    tools(REFUSES, 'A query above 10 000 characters is refused.'),
    shownBy('An empty query and max_tokens below 50 are refused.'),
    defaults('memgos: chat takes 50 to 4000 tokens and 1 to 10 memories', 'max_tokens is 50 to 4000, top_k 1 to 10.'),
    tools(
      'still answers in chat if the language model cannot be used, and says so',
      'A language model that cannot be used is told, and the answer comes from the memories.',
    ),
  ],
  chat_history: [
    tools(
      'answers from memories with their ids and keeps the conversation',
      'Gives the messages of the last conversation, oldest first, with their roles and total_messages.',
      'Another user has none of it, and a session of somebody else is not found.',
    ),
    tools(KEYS, 'Gives session_id, user_id, created_at, and role, content and timestamp of each message.'),
    defaults(
      'memgos: chat_history gives 50 messages from the first on, and pages follow each other',
      'limit is 50 and offset 0 when left out; session_id names the conversation.',
    ),
    shownBy('A limit above 1000 is refused.'),
    chats(
      'goes on with what was said before, in the same session of the same user alone',
      'History is kept for each user and session by itself.',
    ),
  ],
  context_search: [
    tools(
      'shows what other profiles stored without a cube in the default one',
      'Gives memory_id, cube_id, content, relevance_score and metadata of each memory, best first; cube_ids filters.',
    ),
    tools(KEYS, 'Gives total_context_items and search_time_ms.'),
    defaults(FIVE, 'top_k is 5 when left out, and up to 20.'),
    shownBy('A missing query and a top_k above 20 are refused.'),
    matrix(AS_GUIDE, 'user_id searches what that user may see.'),
  ],
  get_user_info: [
    tools(
      WHO,
      'Gives the account with role and cube_count; without user_id that of the caller.',
      'An unknown user is a not_found_error USER_NOT_FOUND.',
    ),
    tools(KEYS, 'Gives user_name, times, is_active, memory_count and whether it may read, write and administer.'),
    truth(ADMINS, 'Only admins learn of others.'),
  ],
  session_info: [
    tools(WHO, 'Gives user_id, api_mode, active_cubes and tool_calls_count of the session.'),
    tools(KEYS, 'Gives session_id, created_at, last_activity, is_active and api_url.'),
    shownBy('An unknown session_id is a not_found_error.'),
    truth(
      "session_info: session_id shows one of the caller's conversations",
      'session_id shows a conversation of the caller.',
    ),
  ],
  validate_access: [
    tools(WHO, 'Says whether a user may do something, and why: "User is owner of the cube".'),
    tools(KEYS, 'Gives the question back with has_access, reason and checked_at.'),
    truth('validate_access gives the true reason', 'The reason is the true one: owned, shared, not shared, not there.'),
    tools(REFUSES, 'A missing resource_type is refused.'),
    shownBy('A resource_type beyond cube, memory, chat and admin, or an unknown action, is refused.'),
    truth(ADMINS, 'Only admins ask about others.'),
  ],
  health_check: [
    tools(
      'reports the state of each part and lists the tools',
      'Gives status healthy and how memory, chat and user system are.',
    ),
    tools(KEYS, 'Gives timestamp, api_connection with status, url and response time, version and uptime_seconds.'),
    truth('health_check: version is that of the API', 'version is that of the API, 1.0.0; the server has its own.'),
    tools(
      'still answers in chat if the language model cannot be used, and says so',
      'What does not work makes it degraded and is named.',
    ),
    heldBy('test/model-state.test.ts')(
      'a model folder that does not exist is told before the first search, in every profile that tells its state',
      'A model that cannot be loaded is told before the first search.',
    ),
  ],
  list_tools: [
    tools(
      'reports the state of each part and lists the tools',
      'Gives all tools, total_tools and how many are in each category; category filters.',
    ),
    tools(KEYS, 'Gives name, category, description and input_schema of each.'),
    tools(REFUSES, 'A category beyond memory, cube, chat, user and system is refused.'),
  ],
};
