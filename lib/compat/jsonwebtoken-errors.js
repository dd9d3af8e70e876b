'use strict';

// jsonwebtoken's three classes of errors, with the same fields of their own: people write them out as JSON.

/** The token or an option is refused. */
function JsonWebTokenError(message, inner) {
  Error.captureStackTrace(this, this.constructor);
  this.name = 'JsonWebTokenError';
  this.message = message;
  if (inner) this.inner = inner;
}
inherit(JsonWebTokenError, Error);

/** The token begins to hold at `date`. */
function NotBeforeError(message, date) {
  JsonWebTokenError.call(this, message);
  this.name = 'NotBeforeError';
  this.date = date;
}
inherit(NotBeforeError, JsonWebTokenError);

/** The token ceased to hold at `expiredAt`. */
function TokenExpiredError(message, expiredAt) {
  JsonWebTokenError.call(this, message);
  this.name = 'TokenExpiredError';
  this.expiredAt = expiredAt;
}
inherit(TokenExpiredError, JsonWebTokenError);

/** As functions and not as classes, since callers may apply them to an error of their own. */
function inherit(Class, Base) {
  Class.prototype = Object.create(Base.prototype);
  Class.prototype.constructor = Class;
}

module.exports = { JsonWebTokenError, NotBeforeError, TokenExpiredError };
