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
const AS_GUIDE = 'every tool answers a %s as the guide says, for every cube';
const WHO = 'shows who a user is and what they may do';
const ADMINS = 'get_user_info and validate_access show other users only to admins';
const LOST = 'list_cubes: a cube whose file is missing is not loaded, and searches and chats work without it';
const FIVE = 'memgos: search_memories and context_search return 5, and chat answers from 3 in at most 500 tokens';

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
      'A value of the wrong type, out of range or not allowed is a validation_error that says so.',
    ),
    errors(
      'of memgos that is %s has the type %s, with code, details and time',
      'An error has success: false, and type, message, code, details and timestamp.',
      'The types are validation, authentication, authorization, not_found, internal and network_error, and rate_limit_error.',
    ),
    http(
      'refuses one with a wrong secret, a revoked one, an expired one, and one of a disabled user',
      'A token that is wrong, revoked or expired is refused.',
    ),
    matrix(
      AS_GUIDE,
      'Its owner and the users it is shared with read and write a cube; admins administer; others see nothing.',
    ),
    http('takes the user only from the token', 'With a token, another user_id is an authorization_error.'),
    heldBy('src/contracts/rate-limit.test.ts')(
      'allows 100 calls in a minute, however they are spread',
      'Each user may make 100 calls a minute.',
    ),
    heldBy('src/contracts/rate-limit.test.ts')(
      'allows 20 calls in 10 seconds, and the next when the first has expired',
      'At most 20 of them may be within 10 seconds.',
    ),
    http(
      'is reported in the result by memgos, with the remaining calls in _meta and headers',
      'X-RateLimit-Remaining and X-RateLimit-Reset are in _meta and in headers; a call beyond the limit is a rate_limit_error.',
    ),
    truth('counts the calls of each user separately, over stdio as well', 'The limit is counted per user.'),
    present(
      'never floods the caller: long texts are cut and say how to get the rest',
      'An answer that is too long is cut, and says how to get the rest.',
    ),
  ],
  search_memories: [
    tools(
      'distinguishes text, activation and parametric memories',
      'Returns text_mem, act_mem and para_mem separately, grouped by cube, each memory with id, content and score.',
      'top_k counts over all of them.',
    ),
    tools(KEYS, 'Returns total_results and search_time_ms.'),
    defaults(FIVE, 'top_k is 5 by default, and up to 100.'),
    tools(REFUSES, 'A missing query, a top_k above 100 and cube_ids that are not a list are refused.'),
    tools(
      AS_USER,
      'user_id searches what that user may see.',
      'cube_ids searches only those cubes; an unknown or unshared one is a not_found_error.',
    ),
    truth(LOST, 'A cube whose file is missing is named, and the others are searched.'),
    heldBy('test/cube-search.test.ts')(
      'the best result of a cube with nothing about the question does not displace the answer',
      'Cubes are ranked together, by relevance.',
    ),
  ],
  add_memory: [
    tools(
      KEEPS,
      'Stores the content with its metadata in a registered cube and returns memory_id, `mem_` and 20 characters.',
      'An unknown cube is a not_found_error, and nothing is stored.',
    ),
    tools(KEYS, 'Returns cube_id, created_at and message.'),
    tools(REFUSES, 'Content that is empty or longer than 50 000 characters is refused.'),
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
    tools(KEEPS, 'Returns id, content, metadata and cube_id of one memory.'),
    tools(KEYS, 'The metadata has created_at.'),
    tools(
      'shows what other profiles stored without a cube in the default one',
      'A deleted memory is a not_found_error MEMORY_NOT_FOUND.',
      'What other profiles stored is in the cube `default`.',
    ),
    shownBy('A memory is not found through another cube; created_at and updated_at are in the metadata.'),
    present(
      'shows one memory whole, or the rest of it from an offset on',
      'Long content can be read further with content_offset.',
    ),
    matrix(AS_GUIDE, 'user_id reads in the name of that user, for whom unshared cubes do not exist.'),
  ],
  update_memory: [
    tools(KEEPS, 'Replaces the content; given metadata fields are set, the others stay.'),
    tools(KEYS, 'Returns memory_id, updated_at and message.'),
    shownBy('A missing updated_content is refused.'),
    defaults(
      'memgos: update_memory accepts up to 50 000 characters, and refuses a memory outside the cube',
      'updated_content has 1 to 50 000 characters.',
      'A memory outside the cube is a not_found_error.',
    ),
    matrix(AS_GUIDE, 'user_id changes in the name of that user, who must be allowed to write.'),
  ],
  delete_memory: [
    tools('shows what other profiles stored without a cube in the default one', 'Deletes the memory.'),
    tools(KEYS, 'Returns memory_id, deleted_at and message.'),
    shownBy('A deleted memory is a not_found_error.'),
    matrix(AS_GUIDE, 'user_id deletes in the name of that user, who must be allowed to.'),
  ],
  register_cube: [
    tools(KEEPS, 'Creates a cube with an id, a name and an owner; registering it again changes nothing, and says so.'),
    tools(KEYS, 'Returns cube_id, created_at and message.'),
    tools(REFUSES, 'The id has 1 to 100 letters, digits, underscores and hyphens.'),
    tools(
      'keeps a cube with a path in its own file, which other profiles do not see',
      'cube_path keeps its memories in a separate file.',
      'A path outside the folders that may be used is an authorization_error.',
    ),
    files('obeys access rules like any other', 'A cube with a file obeys access rules like any other.'),
  ],
  list_cubes: [
    tools(
      'distinguishes text, activation and parametric memories',
      'Returns id, name, owner_id and memory_count of each cube, and with include_stats its contents.',
    ),
    tools(KEYS, 'Returns created_at and is_loaded of each cube, and total_cubes.'),
    defaults('memgos: list_cubes omits statistics by default', 'include_stats is false by default.'),
    matrix(AS_GUIDE, 'user_id lists the cubes that this user may see.'),
    truth(LOST, 'is_loaded is false for a cube that cannot be opened.'),
  ],
  cube_info: [
    tools(
      'distinguishes text, activation and parametric memories',
      'Returns the counts of all, text, activation and parametric memories.',
    ),
    tools(KEYS, 'Returns id, name, owner, times, is_loaded, total_size_bytes and last_accessed.'),
    truth('cube_info: path is that of a file, or null', 'path is the file of the cube, or null.'),
    truth(
      'cube_info: updated_at never decreases, even if the latest memory is deleted or overwritten by an older one',
      'updated_at never decreases.',
    ),
    tools(
      'keeps a cube with a path in its own file, which other profiles do not see',
      'An unknown cube is a not_found_error CUBE_NOT_FOUND.',
    ),
    matrix(AS_GUIDE, 'user_id asks in the name of that user: an unshared cube is answered like an unknown one.'),
  ],
  chat: [
    tools(
      'answers from memories with their ids and keeps the conversation',
      'Answers from memories, with the ids of those used in context_used.',
      'Without a language model it says so, and composes the answer from the memories.',
      "It continues the user's last conversation; the answer has at most max_tokens.",
    ),
    tools(
      KEYS,
      'Returns response, session_id, user_id, timestamp, token_count, and relevance_score and cube_id of each memory.',
    ),
    chats(
      'sends memories as quoted data with their ids, and marks those that the answer cites',
      'With a language model, memories of the cubes are in its prompt.',
    ),
    truth(
      'chat cites no weak result and says so instead',
      'Weak results are not cited; cube_ids uses only those cubes.',
    ),
    defaults(FIVE, 'top_k is 3 and max_tokens 500 by default.'),
    tools(REFUSES, 'A query above 10 000 characters is refused.'),
    shownBy('An empty query and max_tokens below 50 are refused.'),
    defaults('memgos: chat accepts 50 to 4000 tokens and 1 to 10 memories', 'max_tokens is 50 to 4000, top_k 1 to 10.'),
    tools(
      'still answers in chat if the language model cannot be used, and says so',
      'An unusable language model is reported, and the answer comes from the memories.',
    ),
  ],
  chat_history: [
    tools(
      'answers from memories with their ids and keeps the conversation',
      'Returns the messages of the last conversation, oldest first, with their roles and total_messages.',
      "Another user sees none of it, and somebody else's session is not found.",
    ),
    tools(KEYS, 'Returns session_id, user_id, created_at, and role, content and timestamp of each message.'),
    defaults(
      'memgos: chat_history returns the first 50 messages by default, and pages follow each other',
      'limit is 50 and offset 0 by default; session_id names the conversation.',
    ),
    shownBy('A limit above 1000 is refused.'),
    chats(
      'continues the conversation only within the same session of the same user',
      'History is kept separately for each user and session.',
    ),
  ],
  context_search: [
    tools(
      'shows what other profiles stored without a cube in the default one',
      'Returns memory_id, cube_id, content, relevance_score and metadata of each memory, best first; cube_ids filters.',
    ),
    tools(KEYS, 'Returns total_context_items and search_time_ms.'),
    defaults(FIVE, 'top_k is 5 by default, and up to 20.'),
    shownBy('A missing query and a top_k above 20 are refused.'),
    matrix(AS_GUIDE, 'user_id searches what that user may see.'),
  ],
  get_user_info: [
    tools(
      WHO,
      "Returns the account with role and cube_count; the caller's without user_id.",
      'An unknown user is a not_found_error USER_NOT_FOUND.',
    ),
    tools(
      KEYS,
      'Returns user_name, times, is_active, memory_count and whether the user may read, write and administer.',
    ),
    truth(ADMINS, 'Only admins see other users.'),
  ],
  session_info: [
    tools(WHO, 'Returns user_id, api_mode, active_cubes and tool_calls_count of the session.'),
    tools(KEYS, 'Returns session_id, created_at, last_activity, is_active and api_url.'),
    shownBy('An unknown session_id is a not_found_error.'),
    truth(
      "session_info: session_id shows one of the caller's conversations",
      'session_id shows a conversation of the caller.',
    ),
  ],
  validate_access: [
    tools(WHO, 'Says whether a user may perform an action, and why: "User is owner of the cube".'),
    tools(KEYS, 'Returns the request with has_access, reason and checked_at.'),
    truth(
      'validate_access gives the true reason',
      'The reason is the true one: owned, shared, not shared, nonexistent.',
    ),
    tools(REFUSES, 'A missing resource_type is refused.'),
    shownBy('A resource_type other than cube, memory, chat and admin, or an unknown action, is refused.'),
    truth(ADMINS, 'Only admins ask about others.'),
  ],
  health_check: [
    tools(
      'reports the state of each part and lists the tools',
      'Returns status healthy and the states of memory, chat and user system.',
    ),
    tools(KEYS, 'Returns timestamp, api_connection with status, url and response time, version and uptime_seconds.'),
    truth('health_check: version is that of the API', 'version is that of the API, 1.0.0; the server has its own.'),
    tools(
      'still answers in chat if the language model cannot be used, and says so',
      'A part that does not work makes it degraded and is named.',
    ),
    heldBy('test/model-state.test.ts')(
      "a missing model folder is reported before the first search, in every profile that shows the model's state",
      'A model that cannot be loaded is reported before the first search.',
    ),
  ],
  list_tools: [
    tools(
      'reports the state of each part and lists the tools',
      'Returns all tools, total_tools and the number in each category; category filters.',
    ),
    tools(KEYS, 'Returns name, category, description and input_schema of each.'),
    tools(REFUSES, 'A category other than memory, cube, chat, user and system is refused.'),
  ],
};
