import type { Route } from '../http/route';
import { countSignupRequestsRoute } from './count-signup-requests.route';
import { createSignupFormRoute } from './create-signup-form.route';
import { deleteSignupFormRoute } from './delete-signup-form.route';
import { listSignupFormsRoute } from './list-signup-forms.route';
import { listSignupRequestsRoute } from './list-signup-requests.route';
import { readSignupFormRoute } from './read-signup-form.route';
import type { SignupFormRouteOptions } from './signup-form-request';
import { updateSignupFormRoute } from './update-signup-form.route';

export function signupFormRoutes(options: SignupFormRouteOptions): Route[] {
  return [
    createSignupFormRoute(options),
    listSignupFormsRoute(options),
    readSignupFormRoute(options),
    updateSignupFormRoute(options),
    deleteSignupFormRoute(options),
    listSignupRequestsRoute(options),
    countSignupRequestsRoute(options),
  ];
}
