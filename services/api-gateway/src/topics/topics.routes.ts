import type { Route } from '../http/route';
import { createTopicRoute } from './create-topic.route';
import { deleteTopicRoute } from './delete-topic.route';
import { listTopicsRoute } from './list-topics.route';
import { readTopicRoute } from './read-topic.route';
import type { TopicRouteParts } from './topic-route-parts';
import { updateTopicRoute } from './update-topic.route';

export function topicRoutes(parts: TopicRouteParts): Route[] {
  return [
    createTopicRoute(parts),
    listTopicsRoute(parts),
    readTopicRoute(parts),
    updateTopicRoute(parts),
    deleteTopicRoute(parts),
  ];
}
