import type { Route } from '../http/route';
import { createTopicRoute } from './create-topic.route';
import { deleteTopicRoute } from './delete-topic.route';
import { listTopicsRoute } from './list-topics.route';
import { readTopicRoute } from './read-topic.route';
import type { TopicRouteOptions } from './topic-request';
import { updateTopicRoute } from './update-topic.route';

export function topicRoutes(options: TopicRouteOptions): Route[] {
  return [
    createTopicRoute(options),
    listTopicsRoute(options),
    readTopicRoute(options),
    updateTopicRoute(options),
    deleteTopicRoute(options),
  ];
}
