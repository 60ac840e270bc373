package dev.holdfast.spring.web;

import dev.holdfast.VersionCheck;
import dev.holdfast.version.IfMatch;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * The If-Match header as a parameter of type {@link VersionCheck}: 428 without the header; as
 * {@code Optional<VersionCheck>} it may be absent.
 */
final class VersionCheckResolver implements HandlerMethodArgumentResolver {

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.nestedIfOptional().getNestedParameterType() == VersionCheck.class;
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    String[] lines = request.getHeaderValues(HttpHeaders.IF_MATCH);
    String header = lines == null || lines.length == 0 ? null : String.join(", ", lines);
    return parameter.getParameterType() == Optional.class
        ? IfMatch.of(header)
        : IfMatch.required(header);
  }
}
