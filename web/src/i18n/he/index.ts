import audit from './audit.json';
import chat from './chat.json';
import common from './common.json';
import documents from './documents.json';
import evaluation from './evaluation.json';
import how from './how.json';
import inspector from './inspector.json';
import language from './language.json';
import limits from './limits.json';
import memory from './memory.json';
import notFound from './not_found.json';
import people from './people.json';
import problem from './problem.json';
import reading from './reading.json';
import record from './record.json';
import research from './research.json';
import retention from './retention.json';
import room from './room.json';
import roomSettings from './room_settings.json';
import roomUsage from './room_usage.json';
import rooms from './rooms.json';
import session from './session.json';
import settings from './settings.json';
import shell from './shell.json';
import threads from './threads.json';
import viewer from './viewer.json';

export default {
  ...audit,
  ...chat,
  ...common,
  ...documents,
  ...evaluation,
  ...how,
  ...inspector,
  ...language,
  ...limits,
  ...memory,
  ...notFound,
  ...people,
  ...problem,
  ...reading,
  ...record,
  ...research,
  ...retention,
  ...room,
  ...roomSettings,
  ...roomUsage,
  ...rooms,
  ...session,
  ...settings,
  ...shell,
  ...threads,
  ...viewer,
};
